package org.sovereignbook.sbp.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A failure to start a program or to use a file is named in words for people. */
@DisabledOnOs(OS.WINDOWS)
class NotStartedTest {
  @TempDir private Path folder;

  private void requireNamed(Path in, String program, String reason) {
    assertThatThrownBy(
            () -> new Subprocess(List.of(program), Map.of(), in).run("", Duration.ofSeconds(10)))
        .isInstanceOf(NotStartedException.class)
        .hasMessage("cannot start " + program + ": " + reason)
        .hasMessageNotContainingAny("error=", "error:", "Exec failed", "Cannot run program");
  }

  @Test
  void eachReasonIsNamedWithTheProgram() throws IOException {
    requireNamed(
        folder,
        folder + "/none",
        "there is no such program; install it, or correct its name or PATH");
    Path text = Files.writeString(folder.resolve("text"), "x");
    requireNamed(folder, text.toString(), "this user may not run it; check its owner and mode");
    Path away = folder.resolve("away");
    requireNamed(away, "sh", "there is no folder " + away);
  }

  @Test
  void failuresOfFilesAreNamed() {
    assertThat(FileWords.of(new EOFException())).isEqualTo("it is damaged");
    assertThat(FileWords.of(new ZipException("zip END header not found")))
        .isEqualTo("it is damaged");
    assertThat(FileWords.of(new MalformedInputException(1))).isEqualTo("it is no text in UTF-8");
    assertThat(FileWords.of(new FileSystemException("/x", null, "Read-only file system")))
        .isEqualTo("Read-only file system");
  }
}
