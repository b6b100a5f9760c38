package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.runtime.plugin.TestPlugin;

/** The login one has: found by init, used with consent only. */
class InitLoginTest {
  private static final String FINDS_ITS_LOGIN =
      """
      public java.util.Optional<String> missing(java.util.Map<String, String> environment) {
        return java.util.Optional.of("there is no program wise; install it")
            .filter(it -> !environment.containsKey("WISE"));
      }

      public java.util.Optional<java.nio.file.Path> findLogin(
          java.util.Map<String, String> environment) {
        return java.util.Optional.of(java.nio.file.Path.of(environment.get("HOME"), "login.json"))
            .filter(java.nio.file.Files::exists);
      }
      """;

  @TempDir Path folder;
  private Path login;

  @BeforeEach
  void prepare() throws Exception {
    TestPlugin.llm("wise").members(FINDS_ITS_LOGIN).writeTo(folder.resolve("plugins/wise.jar"));
    login = Files.writeString(folder.resolve("login.json"), "{}");
  }

  private CliTest program() {
    return CliTest.in(folder)
        .with("SBP_BUNDLED_PLUGINS", folder.resolve("plugins").toString())
        .with("HOME", folder.toString());
  }

  private Optional<String> loginInConfig() {
    Node node = Node.at(folder.resolve("n"));
    return node.config()
        .json()
        .object("llm")
        .flatMap(llm -> llm.object("wise"))
        .flatMap(wise -> wise.string("login"));
  }

  private void requireNoLoginInConfig(CliTest.Ran ran) {
    assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
    assertThat(loginInConfig()).isEmpty();
  }

  @Test
  void withTheOptionItIsKeptInTheConfiguration() {
    CliTest.Ran ran = program().run("init", "n", "--llm", "wise", "--use-login");

    assertThat(ran.out()).contains("login     " + login);
    assertThat(loginInConfig()).contains(login.toString());
  }

  @Test
  void aBackendWhoseProgramIsMissingIsTakenAndSaidSo() {
    CliTest.Ran without = program().run("init", "n", "--llm", "wise");
    CliTest.Ran with = program().with("WISE", "1").run("init", "m", "--llm", "wise");

    assertThat(without.exit()).isEqualTo(ExitCode.DONE);
    assertThat(without.err())
        .contains("wise cannot judge for this node yet: there is no program wise; install it");
    assertThat(with.exit()).isEqualTo(ExitCode.DONE);
    assertThat(with.err()).doesNotContain("cannot judge");
  }

  @Test
  void onATerminalItIsAskedFor() {
    CliTest.Ran ran = program().onTerminal().typing("y\n").run("init", "n", "--llm", "wise");

    assertThat(ran.err()).contains("may the node use your login of wise, " + login + "? [y/N]");
    assertThat(loginInConfig()).contains(login.toString());
  }

  @Test
  void whoDoesNotSayYesDoesNotConsent() {
    requireNoLoginInConfig(program().onTerminal().typing("\n").run("init", "n", "--llm", "wise"));
  }

  @Test
  void withoutATerminalItIsNotUsedButTold() {
    CliTest.Ran ran = program().run("init", "n", "--llm", "wise");

    requireNoLoginInConfig(ran);
    assertThat(ran.err()).contains("sbp config set llm.wise.login " + login);
  }

  @Test
  void aLoginThatThereIsNotIsRefusedBeforeAnythingIsMade() throws Exception {
    Files.delete(login);

    CliTest.Ran ran = program().run("init", "n", "--llm", "wise", "--use-login");

    assertThat(ran.exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(ran.err()).contains("finds no login of wise");
    assertThat(folder.resolve("n")).doesNotExist();
    assertThat(program().run("init", "n", "--use-login").err()).contains("--llm says whose");
  }
}
