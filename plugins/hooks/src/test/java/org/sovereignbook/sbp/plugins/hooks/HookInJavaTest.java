package org.sovereignbook.sbp.plugins.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.testing.TestNode;

/** A hook in Java is compiled when it is accepted, and not within the time of its first run. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class HookInJavaTest {
  @TempDir Path folder;
  private Path home = Path.of("");
  private CliTest cli = CliTest.in(home);

  @BeforeEach
  void open() throws IOException {
    home = Files.createDirectories(folder.resolve("node"));
    TestNode.in(home);
    cli = CliTest.in(home);
  }

  /** Says what JBang says, of any script with the word {@code broken} in it. */
  private void withJBang() throws IOException {
    Path jbang = folder.resolve("jbang");
    Files.writeString(
        jbang,
        """
        #!/bin/sh
        echo "$@" >> %s/called
        if [ "$1" != build ]; then
          cat > /dev/null
          printf '{"fire": true}'
        elif grep -q broken "$2"; then
          printf '[jbang] Building jar for it...\\n%%s:12: error: cannot find symbol\\n  broken\\n' "$2" >&2
          exit 1
        fi
        """
            .formatted(folder));
    assertThat(jbang.toFile().setExecutable(true)).isTrue();
    cli.with("SBP_JBANG", jbang.toString());
  }

  private void breakIt() throws IOException {
    Path script = home.resolve("runtime/hooks/greet.java");
    Files.writeString(script, Files.readString(script).replace("IO.println", "broken"));
  }

  private List<String> called() throws IOException {
    return Files.readAllLines(folder.resolve("called"));
  }

  @Test
  void itIsCompiledWhereItRunsLaterAndThenAccepted() throws IOException {
    withJBang();
    cli.run("hook", "new", "greet");
    assertThat(cli.run("hook", "accept", "greet").exit()).isEqualTo(ExitCode.DONE);
    assertThat(called()).hasSize(1);
    cli.run("task", "add", "one");
    cli.run("tick");

    assertThat(called()).hasSize(2);
    assertThat(called().getFirst()).isEqualTo("build " + called().getLast());
    assertThat(cli.run("hook", "log").out()).contains("fired");
  }

  @Test
  void oneThatDoesNotCompileIsRefusedWithItsLineAndNothingOfItStays() throws IOException {
    withJBang();
    cli.run("hook", "new", "greet");
    breakIt();

    CliTest.Ran refused = cli.run("hook", "accept", "greet");

    assertThat(refused.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(refused.err())
        .contains("it does not compile: greet.java:12: cannot find symbol", "build " + home);
    assertThat(cli.run("hook", "list", "--json").out()).contains("\"state\": \"new\"");
    assertThat(home.resolve("runtime/operational/hooks/greet")).doesNotExist();
  }

  @Test
  void oneThatWasAcceptedStaysAsItWasWhenItsNextFormDoesNotCompile() throws IOException {
    withJBang();
    cli.run("hook", "new", "greet");
    cli.run("hook", "accept", "greet");
    Path script = home.resolve("runtime/hooks/greet.java");
    String before = Files.readString(script);
    breakIt();
    assertThat(cli.run("hook", "accept", "greet").exit()).isEqualTo(ExitCode.REFUSED);
    Files.writeString(script, before);
    cli.run("task", "add", "one");
    cli.run("tick");

    assertThat(cli.run("hook", "log").out()).contains("fired");
  }

  @Test
  void withoutJBangItIsSaidThatEachRunCompiles() {
    cli.run("hook", "new", "greet");

    assertThat(cli.run("hook", "accept", "greet").err()).contains("compiled at each run");
  }

  @Test
  void aNameThatNoClassCanHaveIsAHooksNameAllTheSame() {
    cli.run("hook", "new", "greet-all");
    cli.run("hook", "accept", "greet-all");
    cli.run("task", "add", "one");
    cli.run("tick");

    assertThat(cli.run("hook", "log").out()).contains("fired");
  }
}
