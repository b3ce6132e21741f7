// Threefry-2x32, 20 rounds (Salmon et al. 2011). The words of counter (i, 0).
fn threefry(key: vec2u, i: u32) -> vec2u {
    let keys = array(key.x, key.y, key.x ^ key.y ^ 0x1BD11BDAu);
    var x = vec2u(i + keys[0], keys[1]);
    x = rounds(x, vec4u(13u, 15u, 26u, 6u)) + vec2u(keys[1], keys[2] + 1u);
    x = rounds(x, vec4u(17u, 29u, 16u, 24u)) + vec2u(keys[2], keys[0] + 2u);
    x = rounds(x, vec4u(13u, 15u, 26u, 6u)) + vec2u(keys[0], keys[1] + 3u);
    x = rounds(x, vec4u(17u, 29u, 16u, 24u)) + vec2u(keys[1], keys[2] + 4u);
    x = rounds(x, vec4u(13u, 15u, 26u, 6u)) + vec2u(keys[2], keys[0] + 5u);
    return x;
}

fn rounds(x: vec2u, rotations: vec4u) -> vec2u {
    return turn(turn(turn(turn(x, rotations.x), rotations.y), rotations.z), rotations.w);
}

// Multiplied in place of shifted to the left: software adapters multiply whole vectors, but shift lane by lane.
fn turn(x: vec2u, rotation: u32) -> vec2u {
    let sum = x.x + x.y;
    return vec2u(sum, ((x.y * (1u << rotation)) | (x.y >> (32u - rotation))) ^ sum);
}

fn value(i: u32) -> vec4f {
    return vec4f(pair(threefry(params.key, 2u * i)), pair(threefry(params.key, 2u * i + 1u)));
}
