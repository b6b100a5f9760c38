package org.sovereignbook.sbp.plugins.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.cli.CommandContract;
import org.sovereignbook.sbp.frontend.command.ExitCode;

/** The scripts complete what people type, in the shells themselves where those are installed. */
class CompletionCommandTest {
  private static final String BASH_DRIVER =
      """
      source "$1"
      sbp() { printf '%s\\t%s\\n' "Ada of the hills" "$1 $2" Bob "${*: -2}"; }
      shift
      COMP_TYPE=$1
      shift
      COMP_WORDS=("$@")
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _sbp
      printf '%s\\n' "${COMPREPLY[@]}"
      """;

  /** A zsh at a terminal of its own: types the line and TAB, then shows what became of it. */
  private static final String ZSH_DRIVER =
      """
      zmodload zsh/zpty
      zpty shell zsh -f -i
      zpty -w shell "PS1= RPROMPT=; unsetopt zle_bracketed_paste; autoload -U compinit
        compinit -u -D; source ${(q)1}
        sbp() { print -- 'Ada of the hills\\t'; print -- 'Bob\\t' }; taken() { print -r -- \\"@{\\$*}@\\" }; print REA''DY"
      zpty -r -m shell out '*READY*'
      zpty -w -n shell "$2"$'\\t'
      zpty -w -n shell $'\\x01taken \\n'
      zpty -r -m shell out '*@{*}@*'
      print -r -- "${${out##*@\\{}%%\\}@*}"
      zpty -d shell
      """;

  private static final String FISH_DRIVER =
      """
      source $argv[1]
      function sbp; printf '%s\\t%s\\n' 'Ada of the hills' "$argv[1..2]" Bob "$argv[-2..]"; end
      complete -C $argv[2]
      """;

  @TempDir Path folder;
  private Path notes;

  @BeforeEach
  void aFileToComplete() throws IOException {
    notes = Files.writeString(folder.resolve("my notes.md"), "# notes");
    Files.createDirectory(folder.resolve("my-node"));
  }

  private Path script(String shell) throws IOException {
    CliTest.Ran ran = CliTest.in(folder).run("completion", shell);
    assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
    return Files.writeString(folder.resolve("script"), ran.out());
  }

  private static void assumeInstalled(String shell) {
    assumeTrue(
        Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, shell))),
        shell + " is not installed here, so its completion is not tried");
  }

  private List<String> drive(String shell, String driver, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(shell));
    if (shell.equals("zsh")) {
      command.add("-f");
    }
    command.add(Files.writeString(folder.resolve("driver"), driver).toString());
    command.addAll(List.of(arguments));
    Path out = Files.createTempFile(folder, "out", "");
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("HOME", folder.toString());
    Process process =
        builder
            .directory(folder.toFile())
            .redirectInput(new File("/dev/null"))
            .redirectOutput(out.toFile())
            .start();
    assertThat(process.waitFor(5, java.util.concurrent.TimeUnit.MINUTES)).isTrue();
    return Files.readString(out, StandardCharsets.UTF_8).lines().toList();
  }

  private List<String> bash(int type, String... words) throws Exception {
    assumeInstalled("bash");
    String[] arguments =
        Stream.concat(
                Stream.of(script("bash").toString(), Integer.toString(type)), Arrays.stream(words))
            .toArray(String[]::new);
    return drive("bash", BASH_DRIVER, arguments);
  }

  @ParameterizedTest
  @CsvSource({
    "sbp de, demo deliver",
    "sbp --home . pee, peers",
    "sbp --home = . pee, peers",
    "sbp help pee, peers",
    "sbp peers t, trust",
    "sbp peers --json t, trust",
    "sbp peers remove --fo, --force",
    "sbp peers trust t, ''",
    "sbp peers trust A, Ada of the hills",
    "sbp agent run --llm B, Bob",
    "sbp init --pace q, quiet",
    "sbp init --pace = q, quiet",
    "sbp init my, my-node",
    "sbp agent run comp, compactor",
    "sbp agent run -- comp, compactor",
    "sbp agent run -- --js, ''",
    "sbp verify my-, my-node",
    "sbp verify my_, ''",
    "sbp serve my, ''",
    "sbp nonsense x, ''",
    "sbp warm, ''",
  })
  void bashCompletes(String line, String offered) throws Exception {
    assertThat(String.join(" ", bash(9, line.split(" "))).strip()).isEqualTo(offered);
  }

  @Test
  void bashExplainsInAListAndInsertsTheWordAlone() throws Exception {
    assertThat(bash(63, "sbp", "peers", "t")).containsExactly("trust");
    assertThat(bash(63, "sbp", "un")).containsExactly("unsubscribe");
    assertThat(bash(63, "sbp", "inbox", ""))
        .containsExactly(
            "list   (show what waits (the same as: sbp inbox))",
            "show   (show one message whole)",
            "retry  (read set-aside messages again)",
            "drop   (delete set-aside messages)");
    assertThat(bash(9, "sbp", "inbox", "")).containsExactly("list", "show", "retry", "drop");
  }

  @Test
  void bashKnowsEveryCommandAndOption() throws Exception {
    assertThat(bash(9, "sbp", ""))
        .contains("help")
        .containsAll(
            CommandContract.catalog().firstLevel().stream().map(each -> each.name()).toList());
    assertThat(bash(9, "sbp", "log", "-"))
        .contains("-n", "-f", "--follow", "--ops", "--home", "--json", "--help");
  }

  @ParameterizedTest
  @CsvSource({
    "sbp del, sbp deliver",
    "sbp --js, sbp --json",
    "sbp --home /tmp agent run comp, sbp --home /tmp agent run compactor",
    "sbp help pee, sbp help peers",
    "sbp peers tr, sbp peers trust",
    "sbp peers remove --fo, sbp peers remove --force",
    "sbp peers remove --force --js, sbp peers remove --force --json",
    "sbp init --pace q, sbp init --pace quiet",
    "sbp init --name Echo --lo, sbp init --name Echo --local",
    "sbp verify my\\ n, sbp verify my notes.md",
    "sbp warm, sbp warm",
    "sbp peers trust B, sbp peers trust Bob",
    "sbp send B, sbp send Bob",
    "sbp peers trust Ad, sbp peers trust Ada of the hills",
  })
  void zshCompletes(String line, String taken) throws Exception {
    assumeInstalled("zsh");

    assertThat(String.join("\n", drive("zsh", ZSH_DRIVER, script("zsh").toString(), line)).strip())
        .isEqualTo(taken);
  }

  @ParameterizedTest
  @CsvSource({
    "sbp del, deliver\tsign and send what waits in the outbox",
    "sbp --home /tmp agent run comp, compactor",
    "sbp help pee, peers",
    "sbp peers tr, trust\ttrust a peer; only you can",
    "sbp peers remove --fo, '--force\talso one that follows us, is followed, or is blocked'",
    "sbp init --name Echo --lo, '--local\tfor this machine only: loopback, private endpoints'",
    "sbp warm, ''",
    "sbp peers trust my, ''",
    "sbp --home x peers trust A, 'Ada of the hills\tcomplete peer'",
    "sbp --home x peers trust B, 'Bob\tpeers trust'",
  })
  void fishCompletes(String line, String offered) throws Exception {
    assumeInstalled("fish");

    assertThat(String.join(" ", drive("fish", FISH_DRIVER, script("fish").toString(), line)))
        .isEqualTo(offered);
  }

  @Test
  void fishCompletesChoicesAndFiles() throws Exception {
    assumeInstalled("fish");
    String script = script("fish").toString();

    assertThat(drive("fish", FISH_DRIVER, script, "sbp init --pace "))
        .map(line -> line.split("\t")[0])
        .containsExactlyInAnyOrder("active", "default", "moderate", "quiet");
    assertThat(drive("fish", FISH_DRIVER, script, "sbp verify my"))
        .anySatisfy(line -> assertThat(line).startsWith("my notes.md"));
    assertThat(notes).exists();
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void theScriptSaysHowToSwitchItOn(String shell) throws Exception {
    assertThat(Files.readString(script(shell)))
        .contains("To switch it on", "sbp completion " + shell);
  }

  @Test
  void whereOthersStandBelowNoOptionTakesAValueInOneCommandAndNoneInAnother() {
    var options =
        CommandContract.catalog()
            .all()
            .filter(command -> !command.commands().isEmpty())
            .flatMap(command -> command.options().stream())
            .toList();

    assertThat(options)
        .allSatisfy(
            one ->
                assertThat(options)
                    .filteredOn(
                        other -> other.spellings().stream().anyMatch(one.spellings()::contains))
                    .allSatisfy(
                        other ->
                            assertThat(other.value().isPresent())
                                .isEqualTo(one.value().isPresent())));
  }
}
