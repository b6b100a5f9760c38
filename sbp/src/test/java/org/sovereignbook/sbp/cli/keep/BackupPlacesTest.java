package org.sovereignbook.sbp.cli.keep;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;

/** A backup and a restored node that are in the way are answered by a place that is free. */
class BackupPlacesTest {
  @TempDir private Path folder;

  @Test
  void aSecondBackupIsOfferedTheNextNameAndNoNodeIsRestoredInsideAnother() {
    CliTest cli = CliTest.in(folder);
    assertThat(cli.run("init", "node", "--local").exit()).isEqualTo(ExitCode.DONE);
    cli.workingIn(folder.resolve("node"));
    assertThat(cli.run("backup", "../b.zip").exit()).isEqualTo(ExitCode.DONE);

    CliTest.Ran again = cli.run("backup", "../b.zip");
    assertThat(again.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(again.err()).contains("nothing is written over", "b-2.zip");
    assertThat(cli.run("backup", "../b-2.zip").exit()).isEqualTo(ExitCode.DONE);
    assertThat(cli.run("backup", "../b-2.zip").err()).contains("b-3.zip");

    CliTest.Ran inside = cli.run("restore", "../b.zip");
    assertThat(inside.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(inside.err()).contains("inside the node", "node-restored");
    assertThat(folder.resolve("node/node")).doesNotExist();
  }
}
