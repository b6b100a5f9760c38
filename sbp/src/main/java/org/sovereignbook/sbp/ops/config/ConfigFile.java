package org.sovereignbook.sbp.ops.config;

import java.nio.file.Path;
import java.util.List;
import org.sovereignbook.sbp.base.json.EditableJson;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.EditedFile;
import org.sovereignbook.sbp.node.Node;

/**
 * {@code scheduler-config.json} as its operator wrote it. A value is changed in place, and all
 * other bytes stay. Immutable.
 */
public final class ConfigFile {
  private final EditedFile file;
  private final Config config;
  private final EditableJson text;

  /**
   * Reads the file.
   *
   * @throws ConfigException when it is missing or no JSON object; names the line and column
   */
  public ConfigFile(Node node) {
    Path path = node.home().schedulerConfig();
    this.file = EditedFile.read(node.disk(), path);
    if (!file.exists()) {
      throw Config.missing(path);
    }
    this.config = Config.parse(path, file.bytes());
    try {
      this.text = EditableJson.of(file.bytes());
    } catch (MalformedJson e) {
      throw new ConfigException(path + ": " + e.in(file.bytes()), e);
    }
  }

  Config config() {
    return config;
  }

  /** Returns the line of a key, or of the section where it belongs. */
  int line(String key) {
    return text.line(path(key));
  }

  /**
   * Edits the file, unless another process has changed it meanwhile.
   *
   * @param key the key being edited
   */
  public void edit(String key, Edit edit) {
    write(edit.of(text, path(key)));
  }

  /** Replaces the file, unless another process has changed it meanwhile. */
  void write(String changed) {
    if (file.isChanged()) {
      throw new CliException(
          ExitCode.BUSY,
          config.file() + " was changed by somebody else just now; nothing was written",
          "run the command again");
    }
    file.write(changed);
  }

  /** Returns the file as it was read. */
  byte[] bytes() {
    return file.bytes();
  }

  /** A change of the file's text. */
  @FunctionalInterface
  public interface Edit {
    String of(EditableJson text, List<String> path);
  }

  private static List<String> path(String key) {
    return List.of(key.split("\\."));
  }
}
