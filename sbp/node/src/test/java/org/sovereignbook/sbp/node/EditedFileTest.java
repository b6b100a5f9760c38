package org.sovereignbook.sbp.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that people and other programs write, too. */
@DisabledOnOs(OS.WINDOWS)
class EditedFileTest {
  @TempDir Path folder;

  private Path file(String text, String mode) throws IOException {
    Path file = Files.writeString(folder.resolve("settings.json"), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    return file;
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw-------", "rw-rw-r--", "rwxr-x--x", "rw-r--r--"})
  void aFileThatIsWrittenAnewKeepsItsMode(String mode) throws IOException {
    Path file = file("old", mode);

    EditedFile.read(LocalDisk.unsynced(), file).write("new");

    assertThat(file).hasContent("new");
    assertThat(mode(file)).isEqualTo(mode);
  }

  @Test
  void aFileOfTheNodeKeepsItsModeToo() throws IOException {
    Path file = file("old", "rw-r-----");

    LocalDisk.unsynced().write(file, "new".getBytes(StandardCharsets.UTF_8));

    assertThat(mode(file)).isEqualTo("rw-r-----");
  }

  @Test
  void aReadOnlyFileIsRefusedWithTheCommandThatAllowsIt() throws IOException {
    Path file = file("old", "r--r--r--");
    EditedFile read = EditedFile.read(LocalDisk.unsynced(), file);

    assertThatExceptionOfType(NodeException.class)
        .isThrownBy(() -> read.write("new"))
        .withMessageContaining("is read-only; nothing was changed")
        .withMessageContaining("chmod u+w");
    assertThat(file).hasContent("old");
    assertThat(mode(file)).isEqualTo("r--r--r--");
  }

  @Test
  void aByteOrderMarkIsNoTextAndStays() throws IOException {
    Path file = file(EditedFile.BYTE_ORDER_MARK + "{}", "rw-------");
    EditedFile read = EditedFile.read(LocalDisk.unsynced(), file);
    assertThat(read.text()).isEqualTo("{}");

    read.write("[]");

    assertThat(Files.readString(file)).isEqualTo(EditedFile.BYTE_ORDER_MARK + "[]");
  }

  @Test
  void whatSomebodyElseHasWrittenMeanwhileIsSeen() throws IOException {
    Path file = file("old", "rw-------");
    EditedFile read = EditedFile.read(LocalDisk.unsynced(), file);
    assertThat(read.isChanged()).isFalse();

    Files.writeString(file, "other");

    assertThat(read.isChanged()).isTrue();
  }
}
