package org.sovereignbook.sbp.frontend.mcp;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.EditableJson;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.EditedFile;

/**
 * The file in which a coding CLI registers servers, or an editor registers agents. Only this
 * program's entry is set or removed; all else stays as its owner wrote it, with comments.
 */
public final class ClientConfig {
  private final Path file;
  private final ConfigSection section;
  private final String name;
  private final Disk disk;
  private final EditedFile before;

  /**
   * Reads the file, following links.
   *
   * @param name the entry's name in the section
   */
  public ClientConfig(Path file, ConfigSection section, String name, Disk disk) {
    this.file = real(file);
    this.section = section;
    this.name = name;
    this.disk = disk;
    this.before = EditedFile.read(disk, this.file);
  }

  private static Path real(Path file) {
    try {
      return Files.exists(file) ? file.toRealPath() : file;
    } catch (IOException e) {
      throw new DiskException("follow", file, e);
    }
  }

  public Path file() {
    return file;
  }

  /** Returns the entry alone, as it would appear in the file. */
  public static String shown(ConfigSection section, String name, JsonObject entry) {
    if (section.isToml()) {
      return "[%s.%s]\n".formatted(section.name(), name) + TomlTable.lines(entry);
    }
    JsonObject servers = JsonObject.empty().with(name, entry);
    return JsonWriter.file(JsonObject.empty().with(section.name(), servers));
  }

  /** Returns the text with the entry; all else stays. */
  public String with(JsonObject entry) {
    if (section.isToml()) {
      TomlTable table = toml();
      if (!table.isThere() && table.isWrittenInOneLine()) {
        throw unreadable("it keeps " + section.name() + " in a form that is not edited here");
      }
      return isThere(table, entry) ? text() : table.with(entry);
    }
    String text = text().isBlank() ? "{}\n" : text();
    for (Map.Entry<String, JsonValue> each : entry.members().entrySet()) {
      List<String> path = path(name, each.getKey());
      EditableJson json = json(text);
      boolean isSo = json.find(path).equals(Optional.of(each.getValue()));
      text = isSo ? text : json.with(path, each.getValue());
    }
    return text;
  }

  /** Returns whether the entry of a JSON file has a member. */
  public boolean has(String member) {
    return !text().isBlank() && json(text()).find(path(name, member)).isPresent();
  }

  private boolean isThere(TomlTable table, JsonObject entry) {
    return table.isThere() && table.with(entry).equals(text());
  }

  /** Returns the text without the entry. */
  public String without() {
    if (section.isToml()) {
      TomlTable table = toml();
      return table.isThere() ? table.without() : text();
    }
    return !before.exists() ? "" : json(text()).without(path(name));
  }

  private TomlTable toml() {
    return new TomlTable(text(), section.name(), name);
  }

  private EditableJson json(String text) {
    try {
      EditableJson json = EditableJson.withComments(text.getBytes(StandardCharsets.UTF_8));
      for (List<String> path : List.of(path(), path(name))) {
        if (json.find(path).filter(value -> !(value instanceof JsonObject)).isPresent()) {
          throw unreadable("its " + String.join(".", path) + " is not an object");
        }
      }
      return json;
    } catch (MalformedJson e) {
      throw unreadable(e.getMessage());
    }
  }

  private List<String> path(String... below) {
    return Stream.concat(Stream.of(section.name()), Stream.of(below)).toList();
  }

  private CliException unreadable(String why) {
    return CliException.refused(
        file + ": " + why + "; nothing was changed", "add it by hand:  " + section.byHand());
  }

  public String text() {
    return before.text();
  }

  /** Refuses to write over a change of another process, or into a read-only file. */
  public void requireUnchanged() {
    if (before.isChanged()) {
      throw new CliException(
          ExitCode.BUSY,
          file + " was changed by somebody else just now; nothing was written",
          "run the command again");
    }
    EditedFile.requireWritable(file);
  }

  /**
   * Writes the file, unless another process has changed it meanwhile, and keeps a copy.
   *
   * @return the copy of the former file, if there was one
   */
  public Optional<Path> write(String text, Timestamp now) {
    requireUnchanged();
    Optional<Path> backup = before.whole().map(bytes -> backup(bytes, now));
    before.writePrivate(text);
    return backup;
  }

  /** Writes a file of this program's own, without a copy. */
  public void replace(String text) {
    requireUnchanged();
    before.writePrivate(text);
  }

  /**
   * Deletes the file, of which nothing is left, unless another process has changed it.
   *
   * @param withFolder whether its folder goes when it was the last file there
   */
  public void delete(boolean withFolder) {
    requireUnchanged();
    disk.delete(file);
    if (withFolder) {
      deleteIfEmpty(file.resolveSibling(""));
    }
  }

  private static void deleteIfEmpty(Path folder) {
    try {
      Files.delete(folder);
    } catch (DirectoryNotEmptyException e) {
      // Others have plugins there.
    } catch (IOException e) {
      throw new DiskException("delete", folder, e);
    }
  }

  private Path backup(byte[] bytes, Timestamp now) {
    String stem = file.getFileName() + ".before-sbp-" + now.toString().replace(":", "");
    Path copy = file.resolveSibling(stem);
    for (int i = 2; disk.exists(copy); i++) {
      copy = file.resolveSibling(stem + "-" + i);
    }
    disk.writePrivate(copy, bytes);
    return copy;
  }
}
