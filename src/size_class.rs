//! The sizes of the buffers that arrays get.

/// Bytes really allocated for an array: a multiple of 256, and for large arrays of an eighth of the largest power of two within `bytes`, so that
/// arrays of similar size share buffers while at most an eighth is wasted.
#[inline(always)]
pub(crate) fn size_class(bytes: u64) -> u64 {
    let step = (bytes.max(1).ilog2().saturating_sub(3)).max(8);
    // Without a division, which takes as long as all else here.
    ((bytes.max(1) - 1) >> step << step) + (1 << step)
}

/// Bytes allocated for an array of `bytes` on a device whose largest array has `most`.
#[must_use]
#[inline(always)]
pub(crate) fn buffer_bytes(bytes: u64, most: u64) -> u64 {
    if bytes <= most { size_class(bytes).min(most.max(256)) } else { bytes }
}

#[cfg(test)]
mod tests {
    use super::size_class;

    #[test]
    fn a_class_holds_its_bytes_and_wastes_at_most_an_eighth() {
        for bytes in [0, 1, 4, 255, 256, 257, 4000, 4096, 4097, 1 << 20, (1 << 20) + 4, 4_000_000, 900_000_001] {
            let class = size_class(bytes);
            assert!(class >= bytes && class >= 256 && class.is_multiple_of(256));
            assert!(class - bytes <= (bytes / 8).max(256), "{bytes} -> {class}");
            assert_eq!(size_class(class), class);
        }
    }
}
