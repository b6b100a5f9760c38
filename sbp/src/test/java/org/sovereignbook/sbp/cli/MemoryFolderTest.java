package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.testing.TestNode;

/** {@code sbp memory export} and {@code import}. */
class MemoryFolderTest {
  @TempDir Path folder;
  private CliTest cli;
  private Path out;

  @BeforeEach
  void makeItems() throws IOException {
    cli = node("one");
    out = folder.resolve("out");
    cli.run(
        "memory", "add", "--id", "../../etc/Passwd \u202e", "--tag", "a: b", "first\n--- \nline");
    cli.run(
        "memory", "add", "--id", "../../etc/Passwd \u202e", "--tag", "a: b", "second\n---\nline");
    cli.run("memory", "add", "--type", "learning", "--domain", "value", "flaky tests hide races");
    cli.run(
        "memory",
        "add",
        "--type",
        "entity",
        "--members",
        "{\"type\": \"person\", \"name\": \"Ada\", \"details\": {\"born\": 1815, \"note\":"
            + " \"true\"}}");
  }

  private CliTest node(String name) throws IOException {
    return CliTest.in(TestNode.in(Files.createDirectories(folder.resolve(name))).home().root());
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.list(out)) {
      return all.sorted().toList();
    }
  }

  private Path file(String containing) throws IOException {
    for (Path each : files()) {
      if (Files.readString(each).contains(containing)) {
        return each;
      }
    }
    throw new AssertionError(containing);
  }

  private JsonObject imported(CliTest into, ExitCode exit) {
    CliTest.Ran ran = into.run("memory", "import", out.toString(), "--json");
    assertThat(ran.exit()).as(ran.err() + ran.out()).isEqualTo(exit);
    return ran.json();
  }

  private static void assertCounts(JsonObject imported, int created, int updated, int unchanged) {
    assertThat(imported.integer("created")).hasValue(created);
    assertThat(imported.integer("updated")).hasValue(updated);
    assertThat(imported.integer("unchanged")).hasValue(unchanged);
  }

  private void export() {
    assertThat(cli.run("memory", "export", out.toString()).exit()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void namesAreSafeFilesArePrivateAndAnImportOfTheSameChangesNothing() throws IOException {
    export();

    assertThat(files()).hasSize(3);
    assertThat(files())
        .allMatch(file -> file.getFileName().toString().matches("[a-z0-9.-]+\\.[A-Za-z0-9]+\\.md"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(files().getFirst())))
        .isEqualTo("rw-------");
    assertCounts(imported(cli, ExitCode.DONE), 0, 0, 3);
    assertThat(cli.run("memory", "export", out.toString()).exit()).isEqualTo(ExitCode.REFUSED);
  }

  @Test
  void anotherNodeGetsTheItemsWithIdsVersionsAndMembersOnce() throws IOException {
    export();
    CliTest other = node("other");

    assertCounts(imported(other, ExitCode.DONE), 3, 0, 0);
    assertCounts(imported(other, ExitCode.DONE), 0, 0, 3);

    JsonObject note = other.run("memory", "read", "../../etc/Passwd \u202e", "--json").json();
    assertThat(note.string("content")).contains("second\n---\nline");
    assertThat(note.object("memory").orElseThrow().integer("version")).hasValue(2);
    assertThat(note.toString()).contains("a: b");
    assertThat(other.run("memory", "search", "Ada", "--json").out()).contains("person");
    Files.writeString(file("second"), Files.readString(file("second")).replace("second", "edited"));
    assertCounts(imported(other, ExitCode.DONE), 0, 1, 2);
  }

  @Test
  void aSecondFrontMatterIsKeptAsTextAndNamed() throws IOException {
    Files.createDirectories(out);
    Files.writeString(
        out.resolve("two.md"), "---\ntype: note\n---\n---\ntitle: mine\n---\nthe text\n");
    Files.writeString(out.resolve("rule.md"), "---\ntype: note\n---\n---\na rule\n---\n");

    CliTest.Ran ran = cli.run("memory", "import", out.toString());

    assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
    assertThat(ran.out()).contains("two.md: a second front matter").doesNotContain("rule.md");
    JsonObject again = imported(cli, ExitCode.DONE);
    assertThat(again.array("notes").orElseThrow().objects()).isEmpty();
  }

  @Test
  void anEditedFileIsTheNextVersionAndAnOldOneIsAConflict() throws IOException {
    export();
    Path learning = file("flaky");
    Files.writeString(learning, Files.readString(learning).replace("flaky", "slow"));

    assertCounts(imported(cli, ExitCode.DONE), 0, 1, 2);

    Files.writeString(learning, Files.readString(learning).replace("slow", "odd"));
    JsonObject again = imported(cli, ExitCode.REFUSED);
    assertCounts(again, 0, 0, 2);
    assertThat(again.array("problems").orElseThrow().toString())
        .contains("conflict", "the item has version 2, the file was made of version 1");
    assertThat(cli.run("memory", "search", "slow", "tests").out()).contains("slow tests");
    assertThat(cli.run("memory", "search", "odd").out()).doesNotContain("odd tests");
  }

  @Test
  void aDeletedItemStaysDeletedAndAWrongFileIsNamed() throws IOException {
    export();
    cli.run("memory", "forget", "../../etc/Passwd \u202e");
    Files.writeString(out.resolve("bad.md"), "---\ntype: nonsense\n---\nx\n");
    Files.writeString(out.resolve("mine.md"), "written by hand\n");

    JsonObject imported = imported(cli, ExitCode.REFUSED);

    assertCounts(imported, 1, 0, 2);
    assertThat(imported.array("problems").orElseThrow().toString())
        .contains("the item was deleted here", "bad.md", "unknown_type");
    assertThat(cli.run("memory", "read", "mine").out()).contains("written by hand");
  }

  @Test
  void anAgentExportsItsOwnItemsOnly() throws IOException {
    cli.run("agent", "register", "coder");
    cli.run("memory", "add", "--as", "coder", "the agent's");

    cli.run("memory", "export", out.toString(), "--as", "coder");

    assertThat(files()).hasSize(1);
    assertThat(Files.readString(files().getFirst())).contains("the agent's");
  }

  @Test
  void aHostileFolderOverwritesNothingAndLeadsNowhere() throws IOException {
    Files.createDirectories(out);
    Path secret = Files.writeString(folder.resolve("secret.md"), "the key of the node\n");
    Files.createSymbolicLink(out.resolve("link.md"), secret);
    Files.createSymbolicLink(out.resolve("endless.md"), Path.of("/dev/zero"));
    Files.createSymbolicLink(out.resolve("folder.md"), folder);
    cli.run("group", "create", "team");
    cli.run("agent", "register", "bob");
    cli.run("group", "add", "team", "bob");
    cli.run("memory", "add", "--as", "bob", "--in", "team", "--id", "plan", "the plan of bob");
    String plan = "---\nid: plan\ntype: note\ngroup: team\nversion: %s\n---\nforged\n";
    Files.writeString(out.resolve("forged.md"), plan.formatted("1"));
    Files.writeString(out.resolve("huge.md"), plan.formatted("9223372036854775807"));
    Files.writeString(out.resolve("negative.md"), plan.formatted("-1"));
    Files.writeString(out.resolve("words.md"), plan.formatted("many"));

    JsonObject imported = imported(cli, ExitCode.REFUSED);

    assertCounts(imported, 0, 0, 0);
    assertThat(imported.array("problems").orElseThrow().objects())
        .extracting(
            one -> one.string("file").orElseThrow() + " " + one.string("fate").orElseThrow())
        .containsExactlyInAnyOrder(
            "forged.md conflict", "huge.md invalid", "negative.md invalid", "words.md invalid");
    assertThat(cli.run("memory", "read", "plan", "--as", "bob").out()).contains("the plan of bob");
    assertThat(cli.run("memory", "search", "key", "node").out()).doesNotContain("the key");
  }
}
