//! The limits of cards.

/// FP32 without tensor cores, TFLOP/s at the boost clock, from NVIDIA's data sheets: H200 (2024), H100 (2023), L40S (2023), L4 (2023),
/// A100 (2021), T4 (2019).
const KNOWN: [(&str, f64); 7] = [
    ("NVIDIA H200", 67.0),
    ("NVIDIA H100 PCIe", 51.0),
    ("NVIDIA H100 80GB HBM3", 67.0),
    ("NVIDIA L40S", 91.6),
    ("NVIDIA L4", 30.3),
    ("NVIDIA A100", 19.5),
    ("Tesla T4", 8.1),
];

/// The peak of a card in TFLOP/s, by its driver's name. A longer model number is another card.
pub(crate) fn of(adapter: &str) -> Option<f64> {
    let is = |name: &str| adapter.strip_prefix(name).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
    KNOWN.iter().find(|(name, _)| is(name)).map(|&(_, peak)| peak)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_known_by_their_whole_model_number() {
        assert_eq!(of("NVIDIA H100 80GB HBM3"), Some(67.0));
        assert_eq!(of("NVIDIA A100-SXM4-40GB"), Some(19.5));
        assert_eq!(of("NVIDIA L4"), Some(30.3));
        assert_eq!(of("NVIDIA L40S"), Some(91.6));
        assert_eq!(of("NVIDIA L40"), None);
        assert_eq!(of("llvmpipe (LLVM 19.1.7, 256 bits)"), None);
    }
}
