// A result as it is once it has been in memory. Compilers may contract a product and a sum to one rounding, reassociate
// sums and cancel inverse functions, but not across bits that they do not know: the first word is 0.
fn stored(x: vec4f) -> vec4f {
    return bitcast<vec4f>(bitcast<vec4u>(x) ^ vec4u(params.words[0].x));
}

