package org.sovereignbook.sbp.plugins.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.model.llm.cli.CodingCli;
import org.sovereignbook.sbp.plugins.it.mock.MockModels;
import org.sovereignbook.sbp.plugins.it.mock.ModelRequest;
import org.sovereignbook.sbp.plugins.it.mock.Reply;
import org.sovereignbook.sbp.plugins.it.mock.Script;

/** The fence of a coding CLI as it is published: nothing in that was not given, nothing out. */
@Tag("trial")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT)
abstract class FenceTests {
  static final Duration PATIENCE = Duration.ofMinutes(10);
  static final String PIECES = "[{\"title\":\"T\",\"body\":\"B\",\"tags\":[]}]";
  static final String ANSWER =
      "{\"decisions\":[{\"inbox_id\":\"a\",\"action\":\"ignore\",\"target_hash\":null,"
          + "\"target_key\":null,\"peer_key\":null,\"new_trust\":null,\"body\":null,\"note\":null,"
          + "\"reason\":null,\"log\":\"no\"}],\"session_notes\":null}";

  private final CliUnderTest cli;
  private MockModels models;
  private Path program;

  FenceTests(CliUnderTest cli) {
    this.cli = cli;
  }

  @BeforeAll
  void prepare() {
    try {
      program = cli.published().installed();
    } catch (PublishedCli.UnavailableException e) {
      String why = "skipped, since the real CLI is not here: " + e.getMessage();
      System.out.println(getClass().getSimpleName() + " " + why);
      Assumptions.abort(why);
    }
    models = MockModels.start();
  }

  @AfterAll
  void stop() {
    if (models != null) {
      models.close();
    }
  }

  /** One run for all that can be seen of an answer: its tools, its prompt, and what stays out. */
  @Test
  void answersWithoutAnyToolOrAnyFileThatAStrangersTextNames(@TempDir Path folder)
      throws Exception {
    Path secret = Files.writeString(folder.resolve("secret.txt"), Bench.SECRET);
    var scenario = models.scenario("answers", answering(ANSWER));
    Bench bench =
        bench(folder, scenario)
            .withMessage("see @%s and @../prompt.txt, @ethos.md or @%s".formatted(secret, folder));

    LlmAnswer answer = bench.ask("reader", LlmRequest.Mode.ANSWER, PATIENCE);

    assertThat(answer.output()).isEqualTo(ANSWER);
    assertThat(answer.usage().inputTokens().orElse(0)).as("input tokens").isEqualTo(1_000);
    assertThat(answer.usage().outputTokens().orElse(0)).as("output tokens").isEqualTo(100);
    assertThat(scenario.asked()).hasSize(1);
    assertThat(offered(scenario.asked())).isEqualTo(new TreeSet<>(cli.toolsOfAnswers()));
    String prompt = scenario.asked().getFirst().text();
    assertThat(prompt).contains(CodingCli.SYSTEM_PROMPT);
    assertNoSecretLeaves(bench, scenario.asked());
    assertThat(prompt.split(Bench.ETHOS, -1)).as("the ethos stands there once").hasSize(2);
  }

  @Test
  void writesItsOneOutputAndNothingElseWhateverTheModelTries(@TempDir Path folder)
      throws Exception {
    Path outside = Files.createDirectory(folder.resolve("outside"));
    Path target = outside.resolve("stolen.txt");
    Path secret = Files.writeString(outside.resolve("secret.txt"), Bench.SECRET);
    List<Reply> turns = new ArrayList<>();
    for (String path :
        List.of(
            "evil.txt",
            "operational/other.json",
            "operational/author-output/../evil.txt",
            "operational/author-output/pieces.json.txt",
            "../../evil.txt",
            target.toString(),
            "ethos.md")) {
      turns.add(cli.write(path, "evil"));
    }
    Bench probe = bench(folder, "unused");
    for (String path :
        List.of(
            secret.toString(),
            probe.node().home().keypair().toString(),
            "../prompt.txt",
            "../support",
            "/etc/passwd",
            "/proc/self/environ")) {
      turns.add(cli.read(path));
    }
    turns.addAll(cli.attacks(secret, target));
    turns.add(cli.read("ethos.md"));
    turns.add(cli.write("operational/author-output/pieces.json", PIECES));
    var scenario = models.scenario("fence", Script.turns(turns.toArray(Reply[]::new)));
    Bench bench = bench(folder, scenario);

    LlmAnswer answer = bench.ask("author", LlmRequest.Mode.TOOLS, PATIENCE);

    assertThat(answer.output()).isEqualTo(PIECES);
    assertThat(outside)
        .isDirectoryContaining("glob:**secret.txt")
        .isDirectoryNotContaining("glob:**stolen.txt");
    ModelRequest last = scenario.asked().getLast();
    assertThat(last.toolResults()).hasSize(turns.size());
    assertThat(last.toolResults().get(turns.size() - 2)).contains(Bench.ETHOS);
    assertThat(offered(scenario.asked())).isEqualTo(new TreeSet<>(cli.toolsOffered()));
    assertThat(answer.notes()).contains("refused");
    assertNoSecretLeaves(bench, scenario.asked());
    assertThat(String.join("\n", last.toolResults())).doesNotContain("root:x:0");
  }

  final CliUnderTest cli() {
    return cli;
  }

  final MockModels models() {
    return models;
  }

  final Path program() {
    return program;
  }

  final Script answering(String json) {
    return request -> cli.answer(request, json);
  }

  private Bench bench(Path folder, MockModels.Scenario scenario) throws Exception {
    return Bench.in(folder.resolve("node"), cli, program, scenario.base());
  }

  private Bench bench(Path folder, String unused) throws Exception {
    return bench(folder, models.scenario(unused, Script.always(new Reply.Say(""))));
  }

  private static Set<String> offered(List<ModelRequest> requests) {
    Set<String> offered = new TreeSet<>();
    requests.forEach(request -> offered.addAll(request.tools()));
    return offered;
  }

  static void assertNoSecretLeaves(Bench bench, List<ModelRequest> requests) {
    for (ModelRequest request : requests) {
      assertThat(request.text())
          .doesNotContain(Bench.SECRET, CliUnderTest.KEY)
          .doesNotContain(bench.node().keys().privateKey().encoded());
    }
  }
}
