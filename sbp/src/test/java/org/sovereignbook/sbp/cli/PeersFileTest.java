package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** {@code peers.md} as a file of a person's, with a mode and perhaps a byte order mark. */
@DisabledOnOs(OS.WINDOWS)
class PeersFileTest {
  @Test
  void itKeepsModeAndMarkAndAReadOnlyOneIsRefusedBeforeAnythingIsDone(@TempDir Path folder)
      throws IOException {
    TestNode node = TestNode.in(folder);
    node.addPeer("Alice", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.KNOWN);
    Path file = node.home().peers();
    Files.writeString(file, "\uFEFF" + Files.readString(file));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    CliTest cli = CliTest.in(folder);

    CliTest.Ran ran = cli.run("peers", "trust", "Alice");

    assertThat(ran.exit()).as(ran.err()).isEqualTo(ExitCode.DONE);
    assertThat(Files.readString(file)).startsWith("\uFEFF| ").contains("trusted");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-r-----");

    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r-----"));
    CliTest.Ran refused = cli.run("peers", "block", "Alice");

    assertThat(refused.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(refused.err()).contains("peers.md is read-only", "chmod u+w");
    assertThat(Files.readString(file)).contains("trusted").doesNotContain("blocked");
    assertThat(node.home().journal()).doesNotExist();
  }
}
