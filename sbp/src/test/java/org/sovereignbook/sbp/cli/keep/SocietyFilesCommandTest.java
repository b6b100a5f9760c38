package org.sovereignbook.sbp.cli.keep;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.testing.TestNode;

class SocietyFilesCommandTest {
  @TempDir Path folder;
  private TestNode node;
  private CliTest cli;

  @BeforeEach
  void makeNode() {
    node = TestNode.in(folder.resolve("node"));
    cli = CliTest.in(node.home().root());
  }

  private static void begin(TestNode at) {
    try (Ledger ledger = Ledger.open(at.node(), new SqliteLedgerProvider().open(at.node()))) {
      ledger.run(
          tx -> {
            tx.keep(Subject.task("t1"), "title", "tides");
            tx.append(
                LedgerEvent.of(
                    "task:t1:created",
                    "task.created",
                    Authority.of(Principal.OWNER, "command"),
                    Subject.task("t1")));
          });
    }
  }

  @Test
  void withoutASocietyThereIsNothingToExportAndNoneIsMade() {
    assertThat(cli.run("society").out()).contains("no society yet");
    assertThat(cli.run("society", "export", "../out").exit()).isEqualTo(ExitCode.NOT_FOUND);
    assertThat(node.home().society()).doesNotExist();
  }

  @Test
  void anExportIsTheOwnersAloneAndMakesTheSameSocietyElsewhere() throws Exception {
    begin(node);
    String out = cli.run("society", "export", "../out").out();
    assertThat(out).contains("README.md", "private keys are not in it");
    Path made = folder.resolve("out/tables/content.jsonl");
    assertThat(Files.readString(made)).contains("tides");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
        .isEqualTo("rw-------");

    TestNode other = TestNode.in(folder.resolve("other"));
    CliTest there = CliTest.in(other.home().root());
    assertThat(there.run("society", "import", "../out").exit()).isEqualTo(ExitCode.DONE);
    assertThat(there.run("society", "--json").json().array("tables"))
        .isEqualTo(cli.run("society", "--json").json().array("tables"));
    assertThat(there.run("event", "show", "1").out()).contains("tides");
  }

  @Test
  void anExportWritesOverNothingThatIsNotItsOwn() throws Exception {
    begin(node);
    Path project = Files.createDirectories(folder.resolve("project"));
    Files.writeString(project.resolve("manifest.json"), "{\"name\": \"a web page\"}");
    Files.writeString(project.resolve("README.md"), "mine");
    assertThat(cli.run("society", "export", "../project").err())
        .contains("has files that are no export");

    cli.run("society", "export", "../out");
    Files.writeString(folder.resolve("out/NOTES.md"), "mine");
    assertThat(cli.run("society", "export", "../out").exit()).isEqualTo(ExitCode.DONE);
    assertThat(folder.resolve("out/NOTES.md")).hasContent("mine");
    assertThat(project.resolve("README.md")).hasContent("mine");
  }

  @Test
  void aSocietyIsNotReplacedUnlessThatIsSaid() {
    begin(node);
    cli.run("society", "export", "../out");
    CliTest.Ran refused = cli.run("society", "import", "../out");
    assertThat(refused.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(refused.err()).contains("--replace");
    assertThat(cli.run("society", "import", "--replace", "../out").exit()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void aFolderWithOtherThingsIsLeftAlone() throws Exception {
    begin(node);
    Path mine = Files.createDirectories(folder.resolve("mine"));
    Files.writeString(mine.resolve("notes.md"), "mine");
    assertThat(cli.run("society", "export", "../mine").exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(mine.resolve("notes.md")).hasContent("mine");
    assertThat(cli.run("society", "import", "../mine").err()).contains("no export");
  }
}
