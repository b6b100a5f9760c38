package org.sovereignbook.sbp.frontend.automation;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;

/**
 * A program that a node brings along, which this program would start.
 *
 * @param at a key of the configuration, or a path within the node
 * @param runs the command, or the kind of file
 * @param sha256 of the command or the file
 */
public record NodeProgram(String at, String runs, String sha256) {
  private static final int MAX_SHOWN_CHARACTERS = 300;

  /** Returns a command of the configuration. */
  public static NodeProgram command(String key, String command) {
    return new NodeProgram(key, command, hash(command.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * Returns a file below the node directory.
   *
   * @param kind of file, for people
   */
  public static NodeProgram file(Node node, Path file, String kind) {
    return new NodeProgram(
        node.home().root().relativize(file).toString(),
        kind,
        hash(node.disk().read(file).orElse(new byte[0])));
  }

  private static String hash(byte[] bytes) {
    return ContentHash.ofBytes(bytes).hex();
  }

  /** Returns the place, safe to show. */
  public String place() {
    return PeerText.plain(at);
  }

  /** Returns a line that is safe to show. */
  public String line() {
    return place() + "  " + PeerText.quote(runs, MAX_SHOWN_CHARACTERS);
  }
}
