package org.sovereignbook.sbp.model.judgment;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmUsage;
import org.sovereignbook.sbp.peer.reader.Digests;
import org.sovereignbook.sbp.peer.reader.ReaderJob;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** A node whose calls of models are counted, and backends that answer or fail. */
abstract class CallBudgetScene {
  static final String DECISIONS = "{\"decisions\": [], \"session_notes\": \"quiet\"}";
  static final LocalDate TODAY = LocalDate.parse("2026-03-17");

  @TempDir Path folder;
  TestNode node;

  @BeforeEach
  void makeNode() {
    node = TestNode.in(folder.resolve("node"));
    // A friend, whose share is the whole day.
    node.addPeer("Alice", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.TRUSTED);
    Digests.write(node, item());
  }

  static JsonObject item() {
    return Digests.item("2026-03-17T120000Z-aaaa", "direct", TestKeys.alice());
  }

  void configure(String key, JsonValue value) {
    node.configure(
        JsonObject.builder().put("llm", JsonObject.builder().put(key, value).build()).build());
  }

  static FakeBackend answering() {
    return new FakeBackend(
        request ->
            new LlmAnswer(
                DECISIONS,
                "",
                LlmUsage.tokens(1_000, 50).withModel("m-1").withCostUsd(new BigDecimal("0.02"))));
  }

  static FakeBackend failing(LlmException failure) {
    return new FakeBackend(
        request -> {
          throw failure;
        });
  }

  AgentResult run(LlmBackend backend) throws Exception {
    AgentResult result =
        new AgentRunner(node.node(), node.store(), backend).run(new ReaderJob(), false);
    node.node().disk().delete(node.home().readerDecisions());
    return result;
  }

  void fail(FakeBackend backend, int times) {
    for (int i = 0; i < times; i++) {
      assertThatThrownBy(() -> run(backend)).isInstanceOf(LlmException.class);
    }
  }

  List<JsonObject> ledger() throws Exception {
    List<JsonObject> lines = new ArrayList<>();
    for (String line : node.node().readText(node.home().llmLedger()).orElse("").lines().toList()) {
      lines.add(
          (JsonObject) JsonReader.file(line.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    }
    return lines;
  }

  CallLedger read() {
    return CallLedger.of(node.node());
  }

  static String settled(int id, String time, String outcome, String more) {
    return """
    {"event":"settled","time":"%s","component":"reader","backend":"fake","id":"%d","outcome":"%s"%s,"duration_ms":1}
    """
        .formatted(time, id, outcome, more);
  }
}
