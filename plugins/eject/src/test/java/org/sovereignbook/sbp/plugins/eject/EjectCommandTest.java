package org.sovereignbook.sbp.plugins.eject;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.testing.CrashingDisk;
import org.sovereignbook.sbp.testing.SimulatedCrash;

class EjectCommandTest {
  @TempDir Path folder;
  private CliTest cli;
  private Path scripts;

  @BeforeEach
  void makeNode() {
    cli = CliTest.in(folder);
    assertThat(cli.run("init", "--local").exit()).isEqualTo(ExitCode.DONE);
    scripts = folder.resolve("runtime/scripts");
  }

  private Path script() {
    return scripts.resolve("reader-preprocess");
  }

  private String state() {
    return cli.run("eject", "--json").json().array("steps").orElseThrow().objects().stream()
        .filter(step -> step.string("step").orElse("").equals("reader-pre"))
        .map(step -> step.string("state").orElse(""))
        .findFirst()
        .orElseThrow();
  }

  private void change(String from, String to) throws IOException {
    String text = Files.readString(script());
    assertThat(text).contains(from);
    Files.writeString(script(), text.replace(from, to));
  }

  @Test
  void withoutAStepItListsAllSix() {
    CliTest.Ran ran = cli.run("eject", "--json");

    assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
    List<JsonObject> steps = ran.json().array("steps").orElseThrow().objects();
    assertThat(steps)
        .extracting(step -> step.string("step").orElse(""))
        .containsExactlyInAnyOrder(
            "deliver", "network", "maintain", "reader-pre", "reader-post", "author-post");
    assertThat(steps).allSatisfy(step -> assertThat(step.string("state")).contains("builtin"));
  }

  @Test
  void aStepBecomesAnExecutableScriptAndIsTheLauncherAgainAfterRestore() throws IOException {
    String launcher = Files.readString(script());

    CliTest.Ran ejected = cli.run("eject", "reader-pre", "--json");

    assertThat(ejected.exit()).isEqualTo(ExitCode.DONE);
    assertThat(ejected.json().string("state")).contains("ejected");
    assertThat(ejected.json().has("backup")).isFalse();
    assertThat(script()).isExecutable();
    assertThat(Files.readString(script())).contains("class ReaderPreprocess", "void main(");
    assertThat(cli.run("eject", "reader-pre").exit()).isEqualTo(ExitCode.NOTHING_TO_DO);

    assertThat(cli.run("eject", "reader-pre", "--restore").exit()).isEqualTo(ExitCode.DONE);

    assertThat(Files.readString(script())).isEqualTo(launcher);
    assertThat(script()).isExecutable();
    assertThat(cli.run("eject", "reader-pre", "--restore").exit())
        .isEqualTo(ExitCode.NOTHING_TO_DO);
    assertThat(scripts.resolve("backup")).doesNotExist();
  }

  @Test
  void aChangedLineIsTheDifference() throws IOException {
    cli.run("eject", "reader-pre");
    assertThat(cli.run("eject", "reader-pre", "--diff").exit()).isEqualTo(ExitCode.NOTHING_TO_DO);

    change("MAX_ENTRIES_PER_RUN = 1_000;", "MAX_ENTRIES_PER_RUN = 5;");

    CliTest.Ran diff = cli.run("eject", "reader-pre", "--diff", "--json");
    assertThat(diff.exit()).isEqualTo(ExitCode.DONE);
    assertThat(diff.json().string("state")).contains("changed");
    assertThat(diff.json().array("diff").flatMap(lines -> lines.strings()).orElseThrow())
        .filteredOn(line -> !line.startsWith(" ") && !line.startsWith("@@"))
        .containsExactly(
            "-  static final int MAX_ENTRIES_PER_RUN = 1_000;",
            "+  static final int MAX_ENTRIES_PER_RUN = 5;");
    assertThat(state()).isEqualTo("changed");
  }

  @Test
  void aChangedScriptIsNotReplacedWithoutForceAndKeptWithIt() throws IOException {
    cli.run("eject", "reader-pre");
    change("MAX_ENTRIES_PER_RUN = 1_000;", "MAX_ENTRIES_PER_RUN = 5;");
    String mine = Files.readString(script());

    CliTest.Ran refused = cli.run("eject", "reader-pre");

    assertThat(refused.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(refused.err()).contains("--diff", "--force");
    assertThat(Files.readString(script())).isEqualTo(mine);

    CliTest.Ran forced = cli.run("eject", "reader-pre", "--force", "--json");

    assertThat(forced.exit()).isEqualTo(ExitCode.DONE);
    assertThat(Files.readString(Path.of(forced.json().string("backup").orElseThrow())))
        .isEqualTo(mine);
    assertThat(state()).isEqualTo("ejected");
  }

  @Test
  void aScriptOfOnesOwnIsNotReplacedEitherAndRestoreKeepsIt() throws IOException {
    Files.writeString(script(), "#!/bin/sh\nexec mine\n");
    assertThat(state()).isEqualTo("own");
    assertThat(cli.run("eject", "reader-pre").exit()).isEqualTo(ExitCode.REFUSED);

    JsonObject restored = cli.run("eject", "reader-pre", "--restore", "--json").json();

    assertThat(Files.readString(Path.of(restored.string("backup").orElseThrow())))
        .contains("exec mine");
    assertThat(restored.string("state")).contains("builtin");
  }

  @Test
  void theSourceOfAnotherVersionIsOutdatedAndReplacedAsNobodyTouchedIt() throws IOException {
    cli.run("eject", "reader-pre");
    String current = Files.readString(script());
    Files.writeString(script(), ofAnotherVersion(current));
    assertThat(state()).isEqualTo("outdated");

    assertThat(cli.run("eject", "reader-pre").exit()).isEqualTo(ExitCode.DONE);

    assertThat(Files.readString(script())).isEqualTo(current);
  }

  /** As an earlier program would have written it: another text under its own hash. */
  private static String ofAnotherVersion(String text) {
    String made =
        text.lines().filter(line -> line.startsWith("// Ejected")).findFirst().orElseThrow();
    String other = text.replace(made + "\n", "").replace("1_000", "2_000");
    String hash =
        org.sovereignbook.sbp.base.crypto.ContentHash.ofBytes(
                other.getBytes(java.nio.charset.StandardCharsets.UTF_8))
            .toString();
    return other.replace("//JAVA 25+", "// Ejected from sbp 0.0.9, " + hash + "\n//JAVA 25+");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--diff", "--restore", "--force"})
  void anOptionNeedsAStep(String option) {
    assertThat(cli.run("eject", option).exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
  }

  @Test
  void anUnknownStepIsAnsweredByTheKnownOnes() {
    CliTest.Ran ran = cli.run("eject", "serve");

    assertThat(ran.exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(ran.err()).contains("deliver, network, maintain");
  }

  @Test
  void whereThereIsNoJBangItSaysWhereToGetIt() {
    assertThat(cli.run("eject", "reader-pre").err()).contains("JBang", "PATH");
    CliTest.Ran run = cli.run("script", script().toString(), "--json");
    assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
    assertThat(run.err()).contains("JBang is not found", "SBP_JBANG");
    assertThat(cli.run("script", "nowhere.java").exit()).isEqualTo(ExitCode.NOT_FOUND);
  }

  @Test
  void aScriptIsToldOfTheNodeThatIsNamedBeforeIt() throws IOException {
    Path jbang = folder.resolve("jbang");
    Files.writeString(jbang, "#!/bin/sh\nprintf '%s|' \"$SBP_HOME\" \"$@\"\n");
    Files.setPosixFilePermissions(jbang, PosixFilePermissions.fromString("rwx------"));
    Path script = Files.writeString(folder.resolve("Mine.java"), "class Mine {}");
    cli.with("SBP_JBANG", jbang.toString());
    String root = folder.toString();

    CliTest.Ran ran = cli.run("--home", root, "script", script.toString(), "--home", "its own");

    assertThat(ran.exit()).as(ran.err()).isEqualTo(ExitCode.DONE);
    assertThat(ran.out()).startsWith(root + "|").endsWith(script + "|--home|its own|");
    assertThat(cli.run("--home", root + "/nowhere", "script", script.toString()).exit())
        .isEqualTo(ExitCode.NOT_FOUND);
  }

  @Test
  void ofTheNewsOfJBangOnlyThatItCompilesIsShown() throws IOException {
    Path jbang = folder.resolve("jbang");
    Files.writeString(
        jbang,
        """
        #!/bin/sh
        echo '[jbang] Resolving dependencies...' >&2
        echo '[jbang]    info.picocli:picocli:4.7.7' >&2
        echo '[jbang] Building jar for Mine.java...' >&2
        echo 'of the script' >&2
        echo '[jbang] [ERROR] Error during compile' >&2
        """);
    Files.setPosixFilePermissions(jbang, PosixFilePermissions.fromString("rwx------"));
    Path script = Files.writeString(folder.resolve("Mine.java"), "class Mine {}");

    CliTest.Ran ran = cli.with("SBP_JBANG", jbang.toString()).run("script", script.toString());

    assertThat(ran.err())
        .isEqualTo(
            "sbp: compiling "
                + script
                + "; once, until it changes\nof the script\n"
                + "[jbang] [ERROR] Error during compile\n");
  }

  @Test
  void ofTheErrorsOfTheCompilerTheFirstIsShown() throws IOException {
    Path jbang = folder.resolve("jbang");
    String copy = "/cache/0123456789abcdef0123456789abcdef0123/Mine.java";
    Files.writeString(
        jbang,
        """
        #!/bin/sh
        {
        echo '[jbang] Building jar for Mine.java...'
        echo 'COPY:3: warning: [removal] old in Old is deprecated'
        echo 'COPY:12: error: cannot find symbol'
        echo '    Shop shop;'
        echo '    ^'
        echo '  symbol:   class Shop'
        echo 'COPY:40: error: incompatible types'
        echo '    int x = "";'
        echo 'Note: Some messages have been simplified.'
        echo '2 errors'
        echo '1 warning'
        echo '[jbang] [ERROR] Error during compile'
        echo '[jbang] Run with --verbose for more details'
        } >&2
        exit 1
        """
            .replace("COPY", copy));
    Files.setPosixFilePermissions(jbang, PosixFilePermissions.fromString("rwx------"));
    Path script = Files.writeString(folder.resolve("Mine.java"), "class Mine {}");

    CliTest.Ran ran = cli.with("SBP_JBANG", jbang.toString()).run("script", script.toString());

    assertThat(ran.exit()).isEqualTo(ExitCode.FAILED);
    assertThat(ran.err())
        .isEqualTo(
            """
            sbp: compiling SCRIPT; once, until it changes
            SCRIPT:3: warning: [removal] old in Old is deprecated
            SCRIPT:12: error: cannot find symbol
                Shop shop;
                ^
              symbol:   class Shop
            sbp: SCRIPT does not compile: 2 errors, of which this is the first
            1 warning
            """
                .replace("SCRIPT", script.toString()));
  }

  @Test
  void aScriptBesideTheLauncherGoesByItsBareName() throws IOException {
    Path checkout = Files.createDirectories(folder.resolve("checkout/scripts"));
    Files.writeString(checkout.resolve("Mine.java"), "class Mine {}");
    cli.with("SBP", checkout.resolve("sbp").toString());

    assertThat(cli.run("script", "Mine", "--json").err())
        .contains("JBang is not found", "Mine.java");
    assertThat(cli.run("script", "Yours").exit()).isEqualTo(ExitCode.NOT_FOUND);
    assertThat(cli.run("script", "below/Mine").exit()).isEqualTo(ExitCode.NOT_FOUND);
  }

  @Test
  void aCrashAtAnyMomentLeavesOneWholeScriptAndEveryWordOfTheOldOne() throws IOException {
    String mine = "#!/bin/sh\nexec mine\n";
    boolean crashed = true;
    for (CrashingDisk.Moment moment : CrashingDisk.Moment.values()) {
      crashed = true;
      for (int at = 0; crashed; at++) {
        Files.writeString(script(), mine);
        cli.on(new CrashingDisk(LocalDisk.unsynced(), at, moment));
        try {
          cli.run("eject", "reader-pre", "--force");
          crashed = false;
        } catch (SimulatedCrash e) {
          assertThat(e).isNotNull();
        }
        cli.on(LocalDisk.unsynced());
        String text = Files.readString(script());
        assertThat(script()).isExecutable();
        assertThat(text.equals(mine) || (state().equals("ejected") && isKept(mine))).isTrue();
      }
    }
  }

  private boolean isKept(String text) throws IOException {
    try (Stream<Path> backups = Files.list(scripts.resolve("backup"))) {
      for (Path backup : backups.toList()) {
        if (Files.readString(backup).equals(text)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Writes the ejected step as version 1 ejected it. */
  private void ejectAsVersionOne() throws IOException {
    assertThat(cli.run("eject", "reader-pre").exit()).isEqualTo(ExitCode.DONE);
    String text = Files.readString(script());
    for (String moved : List.of("base.json", "base.protocol", "peer.reader", "peer.step")) {
      text = text.replace("sbp." + moved, "sbp." + moved.substring(moved.indexOf('.') + 1));
    }
    Files.writeString(script(), text.replace(".emit(", ".tell("));
    assertThat(text).contains(".emit(");
  }

  @Test
  void aChangedStepOfAnEarlierVersionIsRenewedAndKeepsItsChanges() throws IOException {
    ejectAsVersionOne();
    Files.writeString(script(), Files.readString(script()) + "// mine\n");
    assertThat(state()).isEqualTo("earlier");
    assertThat(cli.run("doctor").out()).contains("sbp eject reader-pre --renew");
    CliTest.Ran script = cli.run("script", script().toString());
    assertThat(script.exit()).isEqualTo(ExitCode.FAILED);
    assertThat(script.err()).contains("sbp eject reader-pre --renew");
    CliTest.Ran refused = cli.run("eject", "reader-pre");
    assertThat(refused.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(refused.err()).contains("--renew");

    assertThat(cli.run("eject", "reader-pre", "--renew").exit()).isEqualTo(ExitCode.DONE);

    assertThat(Files.readString(script()))
        .contains("package org.sovereignbook.sbp.peer.reader;", "// mine")
        .contains(".emit(")
        .doesNotContain("org.sovereignbook.sbp.reader", "org.sovereignbook.sbp.json", ".tell(");
    assertThat(script()).isExecutable();
    assertThat(state()).isEqualTo("changed");
    assertThat(cli.run("eject", "reader-pre", "--renew").exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
  }
}
