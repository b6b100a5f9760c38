package org.sovereignbook.sbp.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Feeds a target for fuzzing with its corpus, and with mutations of this that a seed determines.
 *
 * @param corpus folder with inputs, each in a file
 */
public record FuzzReplay(Path corpus) {
  private static final int MOST_CHANGES = 4;
  private static final List<String> PIECES =
      List.of(
          "{",
          "}",
          "[",
          "]",
          "\"",
          ":",
          ",",
          "\\",
          "\\u0000",
          "\ud83d\ude00",
          "\r\n",
          "\n",
          "|",
          "- ",
          "null",
          "-1",
          "1e400",
          "9223372036854775808",
          " ",
          "\t",
          "\0",
          "data:",
          "&a *a");

  /**
   * Feeds each input, and so many mutations of each.
   *
   * @throws AssertionError with the input in base64, when the target throws
   */
  public void feed(Consumer<byte[]> target, int mutations, long seed) {
    List<byte[]> inputs = inputs();
    Random random = new Random(seed);
    for (byte[] input : inputs) {
      one(target, input);
      for (int i = 0; i < mutations; i++) {
        one(target, mutated(input, inputs.get(random.nextInt(inputs.size())), random));
      }
    }
  }

  private List<byte[]> inputs() {
    try (Stream<Path> files = Files.list(corpus)) {
      return files.sorted().map(FuzzReplay::bytes).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void one(Consumer<byte[]> target, byte[] input) {
    try {
      target.accept(input);
    } catch (RuntimeException | Error e) {
      throw new AssertionError(
          "the target throws at this input: " + Base64.getEncoder().encodeToString(input), e);
    }
  }

  private static byte[] mutated(byte[] input, byte[] other, Random random) {
    byte[] bytes = input;
    for (int changes = 1 + random.nextInt(MOST_CHANGES); changes > 0; changes--) {
      bytes = changed(bytes, other, random);
    }
    return bytes;
  }

  private static byte[] changed(byte[] bytes, byte[] other, Random random) {
    int from = random.nextInt(bytes.length + 1);
    int to = Math.min(bytes.length, from + random.nextInt(8));
    return switch (random.nextInt(5)) {
      case 0 -> joined(bytes, from, new byte[] {(byte) random.nextInt(256)}, to);
      case 1 -> joined(bytes, from, new byte[0], Math.min(bytes.length, from + 1 + from / 2));
      case 2 -> joined(bytes, from, piece(random), to);
      case 3 -> joined(bytes, from, part(other, random), to);
      default -> joined(bytes, from, Arrays.copyOfRange(bytes, from / 2, from), from);
    };
  }

  private static byte[] piece(Random random) {
    return PIECES.get(random.nextInt(PIECES.size())).getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] part(byte[] other, Random random) {
    int from = random.nextInt(other.length + 1);
    return Arrays.copyOfRange(other, from, Math.min(other.length, from + random.nextInt(64)));
  }

  /** Returns the bytes with others in place of those between. */
  private static byte[] joined(byte[] bytes, int from, byte[] middle, int to) {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    joined.write(bytes, 0, from);
    joined.writeBytes(middle);
    joined.write(bytes, to, bytes.length - to);
    return joined.toByteArray();
  }
}
