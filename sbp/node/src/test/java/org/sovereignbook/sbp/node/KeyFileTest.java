package org.sovereignbook.sbp.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.testing.TestClock;
import org.sovereignbook.sbp.testing.TestKeys;

class KeyFileTest {
  @TempDir private Path folder;

  private final Disk disk = new LocalDisk();
  private final KeyPair keys = TestKeys.alice();

  @Test
  void readsWhatItWrote() {
    assertThat(KeyFile.load(disk, saved())).isEqualTo(keys);
  }

  @Test
  void writesTheFormatOfTheSpecification() {
    assertThat(saved())
        .content()
        .contains(
            "\"kind\": \"keypair\"",
            "\"version\": \"sbp/1\"",
            "\"public_key\": \"" + keys.publicKey() + "\"",
            "\"private_key\": \"" + keys.privateKey().encoded() + "\"",
            "\"created_at\": \"2026-03-17T12:05:00Z\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----", "rwx------"})
  void refusesAFileThatOthersCanReachAndSaysHowToMendIt(String mode) throws IOException {
    Path file = saved();
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    assertThatExceptionOfType(KeyFileException.class)
        .isThrownBy(() -> KeyFile.load(disk, file))
        .withMessageContaining("chmod 600 " + file);
  }

  @Test
  void refusesAMissingFile() {
    assertThatExceptionOfType(KeyFileException.class)
        .isThrownBy(() -> KeyFile.load(disk, folder.resolve("keypair.json")))
        .withMessageContaining("missing");
  }

  @Test
  void refusesKeysThatDoNotBelongTogetherWithoutQuotingThem() {
    Path file = saved();
    String text =
        new String(disk.read(file).orElseThrow(), java.nio.charset.StandardCharsets.UTF_8);
    String secret = keys.privateKey().encoded();
    disk.writePrivate(
        file,
        text.replace(keys.publicKey().toString(), TestKeys.bob().publicKey().toString())
            .getBytes(java.nio.charset.StandardCharsets.UTF_8));
    assertThatExceptionOfType(KeyFileException.class)
        .isThrownBy(() -> KeyFile.load(disk, file))
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain(secret));
  }

  private Path saved() {
    Path file = folder.resolve("keypair.json");
    KeyFile.save(disk, file, keys, new Timestamp(TestClock.NOON));
    return file;
  }
}
