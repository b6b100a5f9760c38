package org.sovereignbook.sbp.model.llm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.model.llm.Readiness;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.testing.TestNode;

/** What {@code sbp doctor} learns of a coding CLI without a call to its model. */
@DisabledOnOs(OS.WINDOWS)
class CliReadinessTest {
  @TempDir private Path folder;
  private TestNode node;
  private final Map<String, String> environment = new TreeMap<>();
  private JsonObject settings = JsonObject.empty();

  @BeforeEach
  void prepare() throws IOException {
    node = TestNode.in(folder.resolve("node"));
    Files.createDirectory(folder.resolve("scratch"));
    environment.put("PATH", System.getenv("PATH"));
    environment.put("HOME", folder.resolve("home").toString());
    Path program = Files.writeString(folder.resolve("fake"), "#!/bin/sh\necho \"fake $*\"\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    settings = settings.with("program", program.toString());
  }

  private Readiness look() throws InterruptedException {
    FakeCli cli =
        new FakeCli(List.of(), Map.of(), Map.of(), UnaryOperator.identity(), List.of("--help"));
    return new CliBackend(cli, environment)
        .readiness(
            new LlmRequest.Context(
                Config.at("llm.fake", settings),
                node.node().clock(),
                node.node().random(),
                folder.resolve("scratch"),
                node.node()::identity));
  }

  private Path logIn() throws IOException {
    Path login = folder.resolve("home/.fake/login.json");
    Files.createDirectories(login.getParent());
    return Files.writeString(login, "{}");
  }

  @Test
  void aProgramWithItsKeyIsReady() throws InterruptedException {
    environment.put("FAKE_API_KEY", "secret-of-the-user");

    Readiness found = look();

    assertThat(found.remedy()).isEmpty();
    assertThat(found.found()).endsWith("fake, with the key in FAKE_API_KEY");
    assertThat(found.found()).doesNotContain("secret-of-the-user");
    assertThat(folder.resolve("scratch")).isEmptyDirectory();
  }

  @Test
  void aProgramThatIsNotThereIsNot() throws InterruptedException {
    settings = settings.with("program", folder.resolve("nowhere").toString());

    assertThat(look().found()).startsWith("there is no program ");
    assertThat(look().remedy()).contains("sbp config set llm.fake.program /PATH/TO/PROGRAM");
  }

  @Test
  void aProgramThatDoesNotAnswerIsNot() throws Exception {
    Files.writeString(folder.resolve("fake"), "#!/bin/sh\nexit 1\n");

    assertThat(look().found()).contains("says nothing of itself");
    assertThat(look().remedy()).isPresent();
  }

  @Test
  void withoutKeyAndLoginItIsNotAndTheAccountsLoginIsOffered() throws Exception {
    assertThat(look().found()).contains("none of FAKE_API_KEY");
    assertThat(look().remedy()).contains("export FAKE_API_KEY=KEY");

    Path login = logIn();

    assertThat(look().remedy()).contains("sbp config set llm.fake.login " + login);
  }

  @Test
  void aLoginThatWasRemovedIsMissed() throws Exception {
    Path login = logIn();
    settings = settings.with("login", login.toString());
    assertThat(look().remedy()).isEmpty();
    assertThat(look().found()).contains("with the login in " + login);

    Files.delete(login);

    assertThat(look().found()).contains("the login " + login + " is gone");
    assertThat(look().remedy())
        .hasValueSatisfying(
            command -> assertThat(command).endsWith("&& sbp config set llm.fake.login " + login));
  }
}
