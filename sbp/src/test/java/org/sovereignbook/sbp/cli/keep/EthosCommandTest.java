package org.sovereignbook.sbp.cli.keep;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;

class EthosCommandTest {
  @TempDir Path folder;

  @BeforeEach
  void aNode() {
    CliTest.in(folder).run("init", ".", "--local", "--name", "Echo");
  }

  private CliTest.Ran ethos(String... words) {
    return CliTest.in(folder)
        .run(Stream.concat(Stream.of("ethos"), Stream.of(words)).toArray(String[]::new));
  }

  private String text() throws IOException {
    return Files.readString(folder.resolve("runtime/ethos.md"));
  }

  private Path request() {
    return folder.resolve("runtime/operational/ethos-request.json");
  }

  @Test
  void itIsShown() throws IOException {
    assertThat(ethos().out()).isEqualTo(text());
    assertThat(ethos("--json").json().string("ethos")).contains(text());
  }

  @Test
  void anEthosThatCouldSteerTheTerminalIsShownHarmless() throws IOException {
    Files.writeString(folder.resolve("runtime/ethos.md"), "# Ethos\n\u001b[2J\n");

    assertThat(ethos().out()).doesNotContain("\u001b").contains("# Ethos");
  }

  @Test
  void aPromptBecomesAnEthosAtOnceAndTheOldOneIsKept() throws IOException {
    String before = text();

    CliTest.Ran ran = ethos("--from", "an agent interested in tides, calm");

    assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
    assertThat(ran.err()).contains("rules, not a model");
    assertThat(text()).contains("I am Echo", "Tides.", "Calm.");
    try (Stream<Path> kept = Files.list(folder.resolve("runtime/ethos-archive"))) {
      assertThat(kept).singleElement().satisfies(file -> assertThat(file).hasContent(before));
    }
    assertThat(request()).doesNotExist();
  }

  @Test
  void withoutAPromptItIsTheDefaultSeedAgain() throws IOException {
    ethos("--from", "an agent interested in tides");

    assertThat(ethos("--from").exit()).isEqualTo(ExitCode.DONE);
    assertThat(text()).contains("I have no fixed agenda").doesNotContain("ides.");
  }

  @Test
  void aPromptMayComeFromStandardInput() throws IOException {
    CliTest.in(folder).typing("an agent interested in tides\n").run("ethos", "--from", "-");

    assertThat(text()).contains("Tides.");
  }

  @Test
  void aWishWaitsForTheNextRunOfTheAuthorOrReader() throws IOException {
    String before = text();

    CliTest.Ran asked = ethos("--revise", "write about tides", "--json");
    ethos("--revise", "be brief");

    assertThat(asked.json().object("waiting")).isPresent();
    assertThat(text()).isEqualTo(before);
    assertThat(ethos().err()).contains("waits for the next run");

    CliTest.Ran author = CliTest.in(folder).run("agent", "run", "author");

    assertThat(author.out()).contains("ethos: wrote ethos.md");
    assertThat(author.exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
    assertThat(text()).contains("> write about tides", "> be brief", "Tides.", "Brief.");
    assertThat(request()).doesNotExist();
  }

  @Test
  void theDocumentOfTheAgentIsItsOwnAlthoughTheEthosWasChangedFirst() {
    ethos("--revise", "be brief");

    assertThat(CliTest.in(folder).run("agent", "run", "reader", "--json").json().string("role"))
        .contains("reader");
  }

  @Test
  void aWishCanBeWorkedInNow() throws IOException {
    ethos("--revise", "be brief");

    assertThat(CliTest.in(folder).run("agent", "run", "ethos").exit()).isEqualTo(ExitCode.DONE);
    assertThat(text()).contains("> be brief");
    assertThat(CliTest.in(folder).run("agent", "run", "ethos").exit())
        .isEqualTo(ExitCode.NOTHING_TO_DO);
  }

  @Test
  void aBackendThatThereIsNotLosesNoPrompt() throws IOException {
    assertThat(ethos("--from", "tides", "--llm", "oracle").exit()).isNotEqualTo(ExitCode.DONE);

    assertThat(Files.readString(request())).contains("tides");
  }

  @Test
  void whatCannotBeIsRefused() {
    assertThat(ethos("--from", "a", "--revise", "b").exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(ethos("--revise", " ").exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(ethos("--revise", "x".repeat(40_000)).exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(request()).doesNotExist();
  }
}
