package org.sovereignbook.sbp.plugins.chain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.KeyFile;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.testing.TestKeys;

/** Feedback on a chain, by the commands, on the mock (AGENT-STACK §10). */
class ChainCommandTest {
  @TempDir Path folder;
  private CliTest node;
  private String task = "";

  @BeforeEach
  void makeNode() {
    assertThat(CliTest.in(folder).run("init", "node", "--local").exit()).isEqualTo(ExitCode.DONE);
    node = CliTest.in(folder.resolve("node"));
    task = done("task", "add", "count the boats", "--json").json().string("id").orElseThrow();
    done("task", "claim", task, "--as", "reader");
    done("task", "submit", task, "--fence", "1", "--as", "reader", "--result", "nine boats");
  }

  private CliTest.Ran done(String... words) {
    CliTest.Ran ran = node.run(words);
    assertThat(ran.exit()).as(String.join(" ", words) + ran.err()).isEqualTo(ExitCode.DONE);
    return ran;
  }

  private List<JsonObject> feedback() {
    return done("chain", "read", "reader", "--json")
        .json()
        .array("feedback")
        .orElseThrow()
        .objects();
  }

  private Path file() {
    return folder.resolve("node/runtime/chain/chain_mock.jsonl");
  }

  @Test
  void feedbackIsBoundToATaskAndVerified() {
    done("chain", "register", "reader", "--yes");
    assertThat(node.run("chain", "register", "reader", "--yes").exit())
        .isEqualTo(ExitCode.NOTHING_TO_DO);
    JsonObject rated = done("chain", "rate", "reader", task, "84.5", "--yes", "--json").json();
    assertThat(rated.object("transaction").orElseThrow().string("state")).contains("settled");
    assertThat(node.run("chain", "rate", "reader", task, "84.5", "--yes").exit())
        .isEqualTo(ExitCode.NOTHING_TO_DO);

    JsonObject read = done("chain", "read", "reader", "--json").json();
    assertThat(read.integer("count")).hasValue(1);
    assertThat(read.integer("value_hundredths")).hasValue(8_450);
    done("chain", "revoke", "reader", "1", "--yes");
    assertThat(done("chain", "read", "0", "--json").json().integer("count")).hasValue(0);
    assertThat(node.run("chain", "revoke", "reader", "1", "--yes").exit())
        .isEqualTo(ExitCode.REFUSED);
  }

  @Test
  void compositesAndVerdictsHaveMeansOfTheirOwn() throws IOException {
    done("chain", "register", "reader", "--yes");
    done("chain", "rate", "reader", task, "80", "--yes");
    KeyPair own =
        KeyFile.load(LocalDisk.unsynced(), new NodeHome(folder.resolve("node")).keypair());
    Optional<JsonObject> axes = Optional.of(JsonObject.empty().with("quality", "40"));
    append("STRANGER", 4_000, receipt(own, "STRANGER", 4_000, axes), "a");
    append("OTHER", 6_000, receipt(own, "OTHER", 6_000, axes), "b");
    append("OTHER", 9_000, receipt(own, "OTHER", 9_000, Optional.empty()), "c");

    JsonObject read = done("chain", "read", "reader", "--json").json();
    assertThat(read.integer("count")).hasValue(4);
    assertThat(read.integer("value_hundredths")).hasValue(8_500);
    assertThat(read.integer("composites")).hasValue(2);
    assertThat(read.integer("composite_hundredths")).hasValue(5_000);
    assertThat(feedback())
        .extracting(row -> row.string("kind").orElse(""))
        .containsExactly("verdict", "composite", "composite", "verdict");
    assertThat(done("chain", "read", "reader").out())
        .contains("85.00 from 2 verified; composites 50.00 from 2 verified; 0 others do not count");
  }

  @Test
  void whatWasSignedIsListedWithoutTheChain() throws IOException {
    assertThat(done("chain", "list").out()).contains("nothing was written to a chain");
    done("chain", "register", "reader", "--yes");
    done("chain", "rate", "reader", task, "84.5", "--yes");
    Files.delete(file());

    JsonObject first = done("chain", "list", "--limit", "1", "--json").json();
    assertThat(first.array("transactions").orElseThrow().objects())
        .extracting(row -> row.string("kind").orElse("") + " " + row.string("state").orElse(""))
        .containsExactly("rate settled");
    String next = first.string("next").orElseThrow();
    assertThat(done("chain", "list", "--after", next).out())
        .contains("register")
        .doesNotContain("84.50");
    assertThat(file()).doesNotExist();
  }

  @Test
  void theRegistrationNamesTheWaysToTheAgentAndSaysWhichDoNotAnswer() throws Exception {
    assertThat(services()).containsExactly("sbp");
    done("a2a", "open", "reader", "--for", "peers");
    assertThat(services()).containsExactly("sbp", "A2A", "DID");
    assertThat(done("chain", "register", "reader", "--dry-run").out())
        .contains("/.well-known/agent-card.json: ");
    done("a2a", "close", "reader");
    assertThat(services()).containsExactly("sbp");
  }

  private List<String> services() throws MalformedJson {
    JsonObject dry = done("chain", "register", "reader", "--dry-run", "--json").json();
    String file = json(dry.string("data").orElseThrow()).string("metadata").orElseThrow();
    return json(file).array("services").orElseThrow().objects().stream()
        .map(each -> each.string("name").orElse(""))
        .toList();
  }

  private static JsonObject json(String text) throws MalformedJson {
    return JsonReader.wireObject(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aDryRunSignsNothingAndNothingIsSentWithoutConsent() {
    JsonObject dry = done("chain", "register", "reader", "--dry-run", "--json").json();
    assertThat(dry.bool("dry_run")).contains(true);
    assertThat(dry.has("transaction")).isFalse();
    CliTest.Ran unasked = node.run("chain", "register", "reader");
    assertThat(unasked.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(unasked.err()).contains("--yes");
    assertThat(file()).doesNotExist();
    assertThat(
            done("chain", "status", "--json").json().array("transactions").orElseThrow().values())
        .isEmpty();
  }

  @Test
  void theAccountThatRatesMayNotOwnTheAgent() {
    CliTest.Ran same =
        node.run("chain", "register", "reader", "--wallet", "CHAIN_PRIVATE_KEY", "--yes");
    assertThat(same.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(same.err()).contains("the same account");
    assertThat(node.run("chain", "register", "reader", "--wallet", "PATH", "--yes").exit())
        .isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(file()).doesNotExist();
  }

  @Test
  void onlyATaskThatTheAgentDidIsRated() {
    done("chain", "register", "author", "--yes");
    CliTest.Ran other = node.run("chain", "rate", "author", task, "90", "--yes");
    assertThat(other.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(other.err()).contains("submitted no result");
    assertThat(node.run("chain", "rate", "reader", task, "90", "--yes").err())
        .contains("sbp chain register reader");
    for (String score : List.of("100.01", "-1", "84.555")) {
      assertThat(node.run("chain", "rate", "reader", "--yes", "--", task, score).exit())
          .as(score)
          .isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    }
  }

  @Test
  void anotherWalletIsGivenByTheOwner() {
    done("chain", "register", "reader", "--yes");
    done("chain", "register", "reader", "--wallet", "OTHER_WALLET_KEY", "--yes");
    JsonObject read = done("chain", "read", "reader", "--json").json();
    assertThat(read.string("wallet")).contains("OTHER_WALLET_KEY");
    assertThat(read.string("owner")).contains("READER_WALLET_KEY");
  }

  @Test
  void forgedFeedbackDoesNotCount() throws IOException {
    done("chain", "register", "reader", "--yes");
    append("STRANGER", 100, "{}", "a");
    append("STRANGER", 100, receipt("STRANGER", 10_000, Duration.ZERO), "b");
    append("OTHER", 10_000, receipt("STRANGER", 10_000, Duration.ZERO), "c");
    append("STRANGER", 9_000, receipt("STRANGER", 10_000, Duration.ZERO), "d");
    append("STRANGER", 10_000, receipt("STRANGER", 10_000, Duration.ofDays(400)), "e");
    append("READER_WALLET_KEY", 10_000, receipt("READER_WALLET_KEY", 10_000, Duration.ZERO), "f");
    append("STRANGER", 10_000, receipt("STRANGER", 10_000, Duration.ZERO), "g");

    assertThat(feedback())
        .extracting(row -> row.string("why").orElse("verified"))
        .containsExactly(
            "no signed receipt",
            "the receipt of another feedback",
            "the receipt of another feedback",
            "the receipt of another feedback",
            "a receipt of the future",
            "from its own owner or wallet",
            "from a node that you neither endorse nor trust");
    assertThat(done("chain", "read", "reader").out()).contains("no verified feedback");
  }

  private String receipt(String rater, long value, Duration ahead) {
    return receipt(TestKeys.bob(), rater, value, ahead, Optional.empty());
  }

  private String receipt(KeyPair keys, String rater, long value, Optional<JsonObject> axes) {
    return receipt(keys, rater, value, Duration.ZERO, axes);
  }

  private String receipt(
      KeyPair keys, String rater, long value, Duration ahead, Optional<JsonObject> axes) {
    return new TaskReceipt(
            keys.publicKey(),
            "mock",
            "file",
            "0",
            rater,
            "ab",
            "00",
            value,
            2,
            new Timestamp(node.clock().instant().plus(ahead)),
            axes)
        .signed(keys);
  }

  private void append(String from, long score, String receipt, String hash) throws IOException {
    JsonObject line =
        JsonObject.builder()
            .put("action", "rate")
            .put("from", from)
            .put("number", "0")
            .put("score", score)
            .put("decimals", 2)
            .put("signals", receipt)
            .put("tag1", "t")
            .put("tag2", "t")
            .put("tx_hash", hash)
            .build();
    Files.writeString(file(), JsonWriter.compact(line) + "\n", StandardOpenOption.APPEND);
  }
}
