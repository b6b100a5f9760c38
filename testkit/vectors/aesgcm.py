"""AES-256-GCM in plain Python, to open items of groups: slow, and for tests only."""


def _tables():
    box, p, q = [0] * 256, 1, 1
    while True:
        p ^= (p << 1) ^ (0x11B if p & 0x80 else 0)
        q ^= q << 1
        q ^= q << 2
        q ^= q << 4
        q &= 0xFF
        q ^= 0x09 if q & 0x80 else 0
        turned = [q << i | q >> (8 - i) for i in range(5)]
        box[p & 0xFF] = (turned[0] ^ turned[1] ^ turned[2] ^ turned[3] ^ turned[4] ^ 0x63) & 0xFF
        if p & 0xFF == 1:
            break
    box[0] = 0x63
    return box


BOX = _tables()


def _double(x):
    return (x << 1 ^ (0x1B if x & 0x80 else 0)) & 0xFF


def _round_keys(key):
    words, constant = [list(key[i:i + 4]) for i in range(0, 32, 4)], 1
    for i in range(8, 60):
        word = list(words[i - 1])
        if i % 8 == 0:
            word = [BOX[b] for b in word[1:] + word[:1]]
            word[0], constant = word[0] ^ constant, _double(constant)
        elif i % 8 == 4:
            word = [BOX[b] for b in word]
        words.append([a ^ b for a, b in zip(words[i - 8], word)])
    return [sum(words[i:i + 4], []) for i in range(0, 60, 4)]


def _block(keys, block):
    state = [a ^ b for a, b in zip(block, keys[0])]
    for number, key in enumerate(keys[1:], 1):
        state = [BOX[state[(i + 4 * (i % 4)) % 16]] for i in range(16)]
        if number < len(keys) - 1:
            mixed = []
            for c in range(0, 16, 4):
                a, every = state[c:c + 4], state[c] ^ state[c + 1] ^ state[c + 2] ^ state[c + 3]
                mixed += [a[i] ^ every ^ _double(a[i] ^ a[(i + 1) % 4]) for i in range(4)]
            state = mixed
        state = [a ^ b for a, b in zip(state, key)]
    return bytes(state)


def _multiply(x, y):
    z = 0
    for i in range(127, -1, -1):
        z ^= y if x >> i & 1 else 0
        y = y >> 1 ^ (0xE1 << 120 if y & 1 else 0)
    return z


def decrypt(key, nonce, sealed, about):
    """Returns the text, or None when the tag is not that of this key, place and text."""
    keys, text, tag = _round_keys(key), sealed[:-16], sealed[-16:]
    hash_key, y = int.from_bytes(_block(keys, bytes(16)), "big"), 0
    lengths = (len(about) * 8).to_bytes(8, "big") + (len(text) * 8).to_bytes(8, "big")
    data = about + bytes(-len(about) % 16) + text + bytes(-len(text) % 16) + lengths
    for i in range(0, len(data), 16):
        y = _multiply(y ^ int.from_bytes(data[i:i + 16], "big"), hash_key)
    first = int.from_bytes(_block(keys, nonce + bytes((0, 0, 0, 1))), "big")
    if (y ^ first).to_bytes(16, "big") != tag:
        return None
    stream = b"".join(
        _block(keys, nonce + (i + 2).to_bytes(4, "big")) for i in range(len(text) // 16 + 1))
    return bytes(a ^ b for a, b in zip(text, stream))
