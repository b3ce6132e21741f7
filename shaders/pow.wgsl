fn apply(base: vec4f, exponent: vec4f) -> vec4f {
    // Subnormal numbers are zero on some devices, and in some instructions only. Here they are on all.
    let sign = vec4u(0x80000000u);
    let bits = array(bitcast<vec4u>(base), bitcast<vec4u>(exponent));
    let a = bitcast<vec4f>(select(bits[0] & sign, bits[0], (bits[0] & vec4u(0x7f800000u)) != vec4u(0u)));
    let b = bitcast<vec4f>(select(bits[1] & sign, bits[1], (bits[1] & vec4u(0x7f800000u)) != vec4u(0u)));
    let x = abs(a);
    let n = abs(b);
    let infinity = vec4u(0x7f800000u);
    let a_bits = bitcast<vec4u>(a);
    let sizes = array(a_bits & vec4u(0x7fffffffu), bitcast<vec4u>(b) & vec4u(0x7fffffffu));
    // Whole powers by multiplication, as people expect of 3 * 3.
    var power = vec4f(1.0);
    var square = x;
    var rest = vec4u(min(n, vec4f(63.0)));
    for (var bit = 0u; bit < 6u; bit++) {
        power = select(power, power * square, (rest & vec4u(1u)) != vec4u(0u));
        square *= square;
        rest = rest >> vec4u(1u);
    }
    let whole = floor(n) == n;
    let log = b * log2(x);
    let large = (x > vec4f(1.0)) == (b > vec4f(0.0));
    var value = select(exp2(log), vec4f(0.0), log < vec4f(-150.0));
    value = select(value, bitcast<vec4f>(infinity), log >= vec4f(128.0));
    value = select(value, select(power, 1.0 / power, b < vec4f(0.0)), whole & (n < vec4f(64.0)));
    let extreme = (sizes[0] == vec4u(0u)) | (sizes[0] == infinity) | (sizes[1] == infinity);
    value = select(value, select(vec4f(0.0), bitcast<vec4f>(infinity), large), extreme);
    value = select(value, vec4f(1.0), x == vec4f(1.0));
    let odd = whole & (n < vec4f(16777216.0)) & ((vec4u(min(n, vec4f(16777216.0))) & vec4u(1u)) != vec4u(0u));
    value = select(value, -value, odd & (a_bits >= vec4u(0x80000000u)));
    let nan = ((a < vec4f(0.0)) & !whole & (sizes[0] < infinity)) | (max(sizes[0], sizes[1]) > infinity);
    value = select(value, bitcast<vec4f>(infinity | vec4u(0x400000u)), nan);
    return select(value, vec4f(1.0), (sizes[1] == vec4u(0u)) | (a_bits == vec4u(0x3f800000u)));
}
