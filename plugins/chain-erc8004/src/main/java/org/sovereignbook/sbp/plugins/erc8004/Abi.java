package org.sovereignbook.sbp.plugins.erc8004;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/** Encoding of calls to contracts (Solidity ABI), as far as the registries need it. */
final class Abi {
  static final int WORD_BYTES = 32;

  private static final int SELECTOR_BYTES = 4;

  private Abi() {}

  /** Value of a call. */
  sealed interface Value {
    /** Number from 0, or from a negative one, of at most 256 bits. */
    record Int(BigInteger value) implements Value {
      static Int of(long value) {
        return new Int(BigInteger.valueOf(value));
      }
    }

    /** 20 bytes. */
    record Address(String hex) implements Value {}

    /** Exactly 32 bytes. */
    @SuppressWarnings("ArrayRecordComponent") // Encoded, never compared or changed.
    record Word(byte[] bytes) implements Value {}

    /** Text or bytes of any length. */
    @SuppressWarnings("ArrayRecordComponent") // Encoded, never compared or changed.
    record Bytes(byte[] bytes) implements Value {
      static Bytes of(String text) {
        return new Bytes(text.getBytes(UTF_8));
      }
    }
  }

  /**
   * Returns the data of a call.
   *
   * @param signature such as {@code ownerOf(uint256)}
   */
  static byte[] call(String signature, Value... values) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(Arrays.copyOf(Keccak.hash(signature.getBytes(UTF_8)), SELECTOR_BYTES));
    out.writeBytes(encode(List.of(values)));
    return out.toByteArray();
  }

  /** Returns the topic of an event. */
  static String topic(String signature) {
    return Hex.of(Keccak.hash(signature.getBytes(UTF_8)));
  }

  /** Returns the encoded values: one word for each, then those of any length. */
  static byte[] encode(List<Value> values) {
    ByteArrayOutputStream heads = new ByteArrayOutputStream();
    ByteArrayOutputStream tails = new ByteArrayOutputStream();
    for (Value value : values) {
      if (value instanceof Value.Bytes(byte[] bytes)) {
        heads.writeBytes(
            word(BigInteger.valueOf((long) WORD_BYTES * values.size() + tails.size())));
        tails.writeBytes(word(BigInteger.valueOf(bytes.length)));
        tails.writeBytes(padded(bytes));
      } else {
        heads.writeBytes(head(value));
      }
    }
    heads.writeBytes(tails.toByteArray());
    return heads.toByteArray();
  }

  private static byte[] head(Value value) {
    return switch (value) {
      case Value.Int(BigInteger number) -> word(number);
      case Value.Address(String hex) -> word(new BigInteger(1, Hex.bytes(hex)));
      case Value.Word(byte[] bytes) -> bytes;
      case Value.Bytes _ -> throw new IllegalArgumentException("it has no head");
    };
  }

  /** Returns a number in 32 bytes, a negative one in two's complement. */
  static byte[] word(BigInteger number) {
    byte[] bytes = number.toByteArray();
    if (bytes.length > WORD_BYTES && bytes[0] != 0) {
      throw new IllegalArgumentException(number + " has more than 256 bits");
    }
    byte[] word = new byte[WORD_BYTES];
    if (number.signum() < 0) {
      Arrays.fill(word, (byte) 0xff);
    }
    int count = Math.min(bytes.length, WORD_BYTES);
    System.arraycopy(bytes, bytes.length - count, word, WORD_BYTES - count, count);
    return word;
  }

  private static byte[] padded(byte[] bytes) {
    return Arrays.copyOf(bytes, (bytes.length + WORD_BYTES - 1) / WORD_BYTES * WORD_BYTES);
  }

  /**
   * Values of an answer or an event. Each read checks the bounds and throws an
   * IllegalArgumentException outside of them.
   */
  @SuppressWarnings("ArrayRecordComponent") // Read, never compared or changed.
  record Reader(byte[] data) {
    byte[] word(int position) {
      return part(Math.multiplyExact(position, WORD_BYTES), WORD_BYTES);
    }

    BigInteger unsigned(int position) {
      return new BigInteger(1, word(position));
    }

    BigInteger signed(int position) {
      return new BigInteger(word(position));
    }

    String address(int position) {
      byte[] word = word(position);
      return Hex.address(Arrays.copyOfRange(word, WORD_BYTES - Hex.ADDRESS_BYTES, WORD_BYTES));
    }

    byte[] bytes(int position) {
      int offset = size(unsigned(position));
      int length = size(new BigInteger(1, part(offset, WORD_BYTES)));
      return part(offset + WORD_BYTES, length);
    }

    String text(int position) {
      return new String(bytes(position), UTF_8);
    }

    private int size(BigInteger number) {
      if (number.bitLength() >= Integer.SIZE - 1 || number.intValue() > data.length) {
        throw new IllegalArgumentException("a length beyond the data");
      }
      return number.intValue();
    }

    private byte[] part(int from, int length) {
      if (from < 0 || length < 0 || from > data.length - length) {
        throw new IllegalArgumentException("data of " + data.length + " bytes is too short");
      }
      return Arrays.copyOfRange(data, from, from + length);
    }
  }
}
