package org.sovereignbook.sbp.frontend.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.node.OperatingSystem;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Subprocess;

/** The user's editor: {@code $VISUAL}, {@code $EDITOR} or {@code vi}. */
public record TextEditor(World world) {
  /**
   * Lets the user edit a file.
   *
   * @param otherwise a hint on how to do it without an editor
   * @throws CliException when the editor cannot be run, or fails; the file's text is then not meant
   */
  public void edit(Path file, String otherwise) throws InterruptedException {
    String editor =
        Optional.ofNullable(world.environment().get("VISUAL"))
            .or(() -> Optional.ofNullable(world.environment().get("EDITOR")))
            .filter(named -> !named.isBlank())
            .orElse("vi");
    List<String> command = OperatingSystem.posixShell(editor + " \"$1\"", "sbp", file.toString());
    try {
      int exit =
          Subprocess.started(
                  new Subprocess(command, world.environment(), world.workingFolder())
                      .withoutSecrets()
                      .builder()
                      .inheritIO())
              .waitFor();
      if (exit != 0) {
        throw CliException.refused(
            "%s ended with %d: nothing was changed".formatted(PeerText.quote(editor), exit),
            "without it:  " + otherwise);
      }
    } catch (IOException e) {
      throw CliException.refused(
          "the editor cannot be run: " + e.getMessage(), "name another one in EDITOR");
    }
  }
}
