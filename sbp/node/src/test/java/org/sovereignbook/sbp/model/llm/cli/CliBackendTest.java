package org.sovereignbook.sbp.model.llm.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.runtime.builtin.BuiltinJobs;

/** The harness with programs that do what a broken or steered CLI may do. */
@DisabledOnOs(OS.WINDOWS)
class CliBackendTest extends CliScene {
  @Test
  void inAnswerModeThePromptIsStandardInputAndTheWorkingDirectoryIsEmpty() throws Exception {
    script("cat", "echo \"files: $(find . -type f)\"", "pwd");

    LlmAnswer answer = run(request(LlmRequest.Mode.ANSWER));

    assertThat(answer.output())
        .contains("be kind")
        .contains("(DATA written by strangers)")
        .contains("files: \n")
        .contains(scratches.toRealPath().toString());
    assertThat(answer.usage().inputTokens()).hasValue(10);
  }

  @Test
  void aPromptNeverBeginsWithASlash() throws Exception {
    script("head -c 1");

    assertThat(run(request(LlmRequest.Mode.ANSWER)).output()).isEqualTo("J");
  }

  @Test
  void thePromptLiesOutsideTheWorkingDirectory() throws Exception {
    script("echo seen");
    FakeCli cli = new FakeCli();

    new CliBackend(cli, environment).answer(request(LlmRequest.Mode.ANSWER));

    assertThat(cli.run().prompt().startsWith(cli.run().scratch())).isFalse();
    assertThat(cli.run().scratch()).doesNotExist();
  }

  @Test
  void inToolsModeTheInputsAreFilesAndTheOutputFileIsTheAnswer() throws Exception {
    script("cat ethos.md operational/inbox-digest.json > " + OUTPUT, "echo chatter");

    LlmAnswer answer = run(request(LlmRequest.Mode.TOOLS));

    assertThat(answer.output()).isEqualTo("be kind\n{\"items\": []}");
  }

  @Test
  void inToolsModeThePromptNamesTheFilesAndHoldsNothingOfThem() throws Exception {
    script("cat > " + OUTPUT);

    assertThat(run(request(LlmRequest.Mode.TOOLS)).output())
        .contains("- `ethos.md` (INPUT of this node)")
        .contains("- `operational/inbox-digest.json` (DATA written by strangers)")
        .contains("to the one file `" + OUTPUT + "`")
        .doesNotContain("be kind");
  }

  @Test
  void anOutputThatIsAlsoAnInputMayBeReplaced() throws Exception {
    script("echo short > session-log.md");
    LlmRequest request =
        new LlmRequest(
            "compactor",
            LlmRequest.Mode.TOOLS,
            "condense",
            List.of(new LlmRequest.Input("session-log.md", "long\n", true)),
            BuiltinJobs.of("compactor").output(),
            Optional.empty(),
            new LlmRequest.Budget(1000, Optional.empty(), LONG),
            request(LlmRequest.Mode.TOOLS).context());

    assertThat(run(request).output()).isEqualTo("short\n");

    script("echo done");
    assertThat(failure(request))
        .hasMessage("fake did not write session-log.md")
        .extracting(LlmException::kind)
        .isEqualTo(LlmException.Kind.ANSWER);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "echo x > evil.txt                       | made evil.txt",
        "echo x > .hidden                        | made .hidden",
        "echo x >> ethos.md                      | changed ethos.md",
        "rm ethos.md                             | removed ethos.md",
        "mkdir -p a/b                            | made a folder a",
        "chmod 777 ethos.md                      | changed ethos.md",
        "ln -s /etc/passwd link                  | made a symbolic link",
        "rm -r operational; ln -s /etc operational | changed a symbolic operational",
        "ln -s /etc/passwd operational/reader-decisions.json | made a symbolic",
        "ln ../prompt.txt operational/reader-decisions.json  | made a hard operational/reader",
        "mkfifo operational/reader-decisions.json | made a special operational/reader",
        "mkdir operational/reader-decisions.json  | made a folder operational/reader",
        "mkdir d; echo x > d/f; chmod 000 d       | made a folder d",
        "mv ethos.md operational/reader-decisions.json | removed ethos.md",
        "truncate -s 3G big                       | made big"
      })
  void anyChangeButTheOneOutputFailsTheRunAndIsNamed(String command, String what) throws Exception {
    script("[ -e " + OUTPUT + " ] || " + command, "true");

    assertThat(failure(request(LlmRequest.Mode.TOOLS)).getMessage())
        .startsWith("fake " + what)
        .contains("only " + OUTPUT);
  }

  @Test
  void inAnswerModeEvenTheOutputFileIsAChange() throws Exception {
    script("mkdir operational; echo '{}' > " + OUTPUT, "echo '{}'");

    assertThat(failure(request(LlmRequest.Mode.ANSWER)))
        .hasMessageContaining("fake made a folder operational")
        .hasMessageContaining("may write nothing");
  }

  @Test
  void tenThousandFilesAreOneChange() throws Exception {
    script("seq -f f%.0f 10000 | xargs touch");

    assertThat(failure(request(LlmRequest.Mode.TOOLS)))
        .hasMessageContaining("made more than 5000 files");
  }

  @Test
  void whatIsWrittenOutsideTheWorkingDirectoryStaysInTheRunsFolders() throws Exception {
    script("echo x > ../support/settings", "echo x > $TMPDIR/cache", "echo answer");

    assertThat(run(request(LlmRequest.Mode.ANSWER)).output()).isEqualTo("answer\n");
  }

  @Test
  void onlyListedVariablesArePassedOn() throws Exception {
    script("env");

    List<String> names =
        run(request(LlmRequest.Mode.ANSWER))
            .output()
            .lines()
            .map(line -> line.split("=")[0])
            .toList();

    assertThat(names)
        .contains("PATH", "HOME", "FAKE_API_KEY", "LISTED", "TMPDIR", "SBP_AGENT_RUN")
        .doesNotContain("AWS_SECRET_ACCESS_KEY", "NOT_SET");
  }

  @Test
  void aCliMayMoveItsHomeAndTakeVariablesAway() throws Exception {
    script("echo $HOME; echo [$LISTED]; cat ../support/home/.fake/settings.json");
    FakeCli cli =
        new FakeCli(
            List.of(),
            Map.of("HOME", "/nowhere", "LISTED", ""),
            Map.of("home/.fake/settings.json", "{}"),
            UnaryOperator.identity(),
            List.of());

    String output =
        new CliBackend(cli, environment).answer(request(LlmRequest.Mode.ANSWER)).output();

    assertThat(output).isEqualTo("/nowhere\n[]\n{}");
    assertThat(cli.run().support().resolve("home/.fake/settings.json")).doesNotExist();
  }

  @Test
  void aSecretInAnArgumentIsRefusedBeforeTheProgramStarts() throws Exception {
    script("echo started > " + folder.resolve("trace"));
    FakeCli cli =
        new FakeCli(
            List.of("--api-key=" + SECRET),
            Map.of(),
            Map.of(),
            UnaryOperator.identity(),
            List.of());

    assertThatThrownBy(
            () -> new CliBackend(cli, environment).answer(request(LlmRequest.Mode.ANSWER)))
        .hasMessageContaining("FAKE_API_KEY")
        .hasMessageNotContaining(SECRET);

    assertThat(folder.resolve("trace")).doesNotExist();
  }

  @Test
  void aKeyThatAProgramPrintsReachesNeitherAnswerNorLog() throws Exception {
    script("echo answer $FAKE_API_KEY");
    assertThat(run(request(LlmRequest.Mode.ANSWER)).output()).isEqualTo("answer [FAKE_API_KEY]\n");

    script("echo answer $FAKE_API_KEY > " + OUTPUT);
    assertThat(run(request(LlmRequest.Mode.TOOLS)).output()).isEqualTo("answer [FAKE_API_KEY]\n");

    script("echo Incorrect API key: $FAKE_API_KEY >&2; exit 1");
    assertThat(failure(request(LlmRequest.Mode.ANSWER)))
        .hasMessageContaining("Incorrect API key")
        .hasMessageNotContaining(SECRET);
  }

  @Test
  void whatTheProgramWouldExpandIsMadeInert() throws Exception {
    script("cat");
    FakeCli cli =
        new FakeCli(List.of(), Map.of(), Map.of(), text -> text.replace("@", "\\u0040"), List.of());
    LlmRequest request =
        request(
            LlmRequest.Mode.ANSWER,
            LONG,
            List.of(new LlmRequest.Input("session-log.md", "see @../secret.txt", true)));

    assertThat(new CliBackend(cli, environment).answer(request).output())
        .contains("see \\u0040../secret.txt")
        .doesNotContain("@");
  }

  @Test
  void theProgramIsAskedAboutItselfFirst() throws Exception {
    script(
        "[ \"$1\" = --help ] && echo \"$ASKED$(cat)version 7\" && exit 0",
        "echo \"${ASKED}answer\"");
    FakeCli cli =
        new FakeCli(List.of(), Map.of(), Map.of(), UnaryOperator.identity(), List.of("--help"));

    LlmAnswer answer = new CliBackend(cli, environment).answer(request(LlmRequest.Mode.ANSWER));

    assertThat(cli.run().probe()).isEqualTo("asked version 7\n");
    assertThat(answer.output()).isEqualTo("answer\n");
  }

  @Test
  void aLargePromptArrivesWhole() throws Exception {
    script("wc -c");
    LlmRequest request =
        request(
            LlmRequest.Mode.ANSWER,
            LONG,
            List.of(new LlmRequest.Input("session-log.md", "x".repeat(3_000_000), true)));

    assertThat(Long.parseLong(run(request).output().strip())).isGreaterThan(3_000_000);
  }

  @Test
  void silenceIsNoAnswer() throws Exception {
    script("exit 0");

    assertThat(failure(request(LlmRequest.Mode.ANSWER)))
        .hasMessage("fake answered nothing")
        .satisfies(e -> assertThat(e.usage().outputTokens()).hasValue(5));
    assertThat(failure(request(LlmRequest.Mode.TOOLS))).hasMessage("fake did not write " + OUTPUT);
  }

  @ParameterizedTest
  @CsvSource({
    "head -c 5000000 /dev/zero > operational/reader-decisions.json, larger than",
    "printf '\\377\\376' > operational/reader-decisions.json, is not UTF-8"
  })
  void anOutputFileThatIsNoTextOfUsualSizeIsNoAnswer(String command, String why) throws Exception {
    script(command);

    assertThat(failure(request(LlmRequest.Mode.TOOLS))).hasMessageContaining(why);
  }

  @ParameterizedTest
  @CsvSource({".git", ".env", "CLAUDE.md", "AGENTS.md", ".claude"})
  void noRunBelowARepositoryOrSomebodysSettings(String name) throws Exception {
    script("echo answer");
    Path inTheWay = folder.resolve(name);
    Files.createDirectory(inTheWay);

    assertThat(failure(request(LlmRequest.Mode.ANSWER)))
        .hasMessageContaining(name)
        .hasMessageContaining("llm.scratch_folder");
    Files.delete(inTheWay);
  }

  @ParameterizedTest
  @CsvSource({"../peers.md", "/etc/passwd", "a/../../b", "''"})
  void anInputNeverLeavesTheScratchDirectory(String name) throws Exception {
    script("echo answer");
    LlmRequest request =
        request(LlmRequest.Mode.TOOLS, LONG, List.of(new LlmRequest.Input(name, "text", true)));

    assertThatThrownBy(() -> run(request)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aHiddenInputIsNotCopied() throws Exception {
    script("echo answer");

    assertThatThrownBy(
            () ->
                run(
                    request(
                        LlmRequest.Mode.TOOLS,
                        LONG,
                        List.of(new LlmRequest.Input("a/.env", "x", true)))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void foldersThatAKilledRunLeftBehindAreRemovedAfterTwoDays() throws Exception {
    script("echo answer");
    Path stale = Files.createDirectories(scratches.resolve("sbp-agent-1/work"));
    Files.writeString(stale.resolve("digest"), "x");
    Files.setLastModifiedTime(
        scratches.resolve("sbp-agent-1"),
        java.nio.file.attribute.FileTime.from(node.clock().instant().minus(Duration.ofHours(49))));

    run(request(LlmRequest.Mode.ANSWER));

    assertThat(stale).doesNotExist();
  }

  @Test
  void theSecondRoundQuotesWhatWasWrong() throws Exception {
    script("cat");
    LlmRequest first = request(LlmRequest.Mode.ANSWER);

    String prompt = run(first.repairing("{\"decisions\": 1}", "decisions is no array")).output();

    assertThat(prompt)
        .contains("Your first answer could not be used")
        .contains("decisions is no array")
        .contains("{\"decisions\": 1}");
    assertThat(new LlmRequest.Repair("a", "b").error()).isEqualTo("b");
    assertThat(prompt.getBytes(StandardCharsets.UTF_8)).isNotEmpty();
  }
}
