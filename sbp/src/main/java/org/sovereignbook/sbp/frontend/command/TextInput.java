package org.sovereignbook.sbp.frontend.command;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.Setting;

/** Whole text from a file or standard input, in UTF-8, up to a limit. */
public final class TextInput {
  /** The argument for standard input. */
  public static final String STANDARD_INPUT = "-";

  private TextInput() {}

  /** Reads the file, or standard input for {@code -}. */
  public static String read(World world, String given, int maxBytes) throws IOException {
    return given.equals(STANDARD_INPUT)
        ? standardInput(world, maxBytes)
        : decode(given, bytes(world, given, maxBytes), maxBytes);
  }

  /**
   * Reads bytes as {@link #read}; returns one byte more than the limit when the input is longer.
   * The named file may be a pipe, such as {@code <(command)} of a shell.
   */
  public static byte[] bytes(World world, String given, int maxBytes) {
    Path file = world.path(Path.of(given));
    if (Files.isDirectory(file)) {
      throw new CliException(
          ExitCode.FAILED,
          given + " is a folder, and a file is needed",
          "name a file in it; - stands for standard input");
    }
    try (InputStream in = given.equals(STANDARD_INPUT) ? world.in() : Files.newInputStream(file)) {
      return in.readNBytes(maxBytes + 1);
    } catch (NoSuchFileException e) {
      throw CliException.notFound(
          "no such file: " + given, "it is looked for in " + world.workingFolder());
    } catch (IOException e) {
      throw new DiskException("cannot read", file, e);
    }
  }

  /** Returns words as one text, or standard input for {@code -} alone. */
  public static String words(World world, List<String> words, int maxBytes) throws IOException {
    return words.equals(List.of(STANDARD_INPUT))
        ? standardInput(world, maxBytes)
        : String.join(" ", words);
  }

  public static String standardInput(World world, int maxBytes) throws IOException {
    return decode("standard input", world.in().readNBytes(maxBytes + 1), maxBytes);
  }

  /** Reads standard input up to the limit of a setting. */
  public static String standardInput(World world, Config config, Setting<Integer> mostBytes)
      throws IOException {
    int most = config.get(mostBytes);
    byte[] bytes = world.in().readNBytes(most + 1);
    if (bytes.length > most) {
      throw CliException.wrong(
          "standard input is longer than %s allows: %d".formatted(mostBytes.key(), most));
    }
    return decode("standard input", bytes, most);
  }

  static String decode(String name, byte[] bytes, int maxBytes) {
    if (bytes.length > maxBytes) {
      throw CliException.wrong(
          name + " is longer than " + maxBytes + " bytes, the most that is taken here");
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw CliException.wrong(name + " is not UTF-8 text; save it as UTF-8");
    }
  }
}
