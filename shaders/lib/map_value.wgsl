const STEP = WORKGROUP;

fn put(i: u32) {
    result[i] = value(i);
}
