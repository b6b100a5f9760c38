package org.sovereignbook.sbp.net.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.testing.Eventually;

/** What clients send over standard input, friendly and hostile. */
class McpStdioTest {
  private static final int MOST = 4_096;
  private static final String META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{}}";
  private static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
          + "\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}";

  private final FewTools tools = new FewTools();
  private final McpChanges changes = new McpChanges();

  private McpServer server() {
    return server(Duration.ofMinutes(5));
  }

  private McpServer server(Duration patience) {
    return new McpServer(
        tools,
        changes,
        new McpLimits(MOST, MOST, 4, 4, Duration.ofMinutes(1), patience),
        new byte[32],
        InstantSource.system());
  }

  private static String call(int id, String tool) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",%s}}"
        .formatted(id, tool, META);
  }

  private List<JsonObject> answers(String... lines) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] input = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
    new McpStdio(server(), _ -> Optional.of(FewTools.CALLER), out, _ -> {})
        .serve(new ByteArrayInputStream(input));
    List<JsonObject> answers = new ArrayList<>();
    for (String line : out.toString(StandardCharsets.UTF_8).lines().toList()) {
      answers.add(json(line));
    }
    return answers;
  }

  private static JsonObject json(String line) throws MalformedJson {
    return (JsonObject) JsonReader.file(line.getBytes(StandardCharsets.UTF_8));
  }

  private static long code(JsonObject answer) {
    return answer
        .object("error")
        .orElseThrow(() -> new AssertionError(answer))
        .integer("code")
        .orElse(0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "not json|-32700",
        "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]|-32600",
        "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}|-32600",
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}|-32600",
        "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}|-32600",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}|-32600",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[]}|-32600",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"method\":\"ping\"}|-32700",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}|-32600",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/discover\"}|-32602"
      })
  void whatIsNoRequestIsRefusedAndTheNextOneAnswered(String line, long code) throws Exception {
    List<JsonObject> answers = answers(line, call(9, "tell"));

    assertThat(answers).hasSize(2);
    assertThat(answers)
        .filteredOn(it -> it.has("error"))
        .singleElement()
        .satisfies(it -> assertThat(code(it)).isEqualTo(code));
    assertThat(answers)
        .filteredOn(it -> it.has("result"))
        .singleElement()
        .asString()
        .contains("owner is told");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "xy"})
  void aLongNameIsRepeatedInPart(String before) throws Exception {
    String method = before + "😀".repeat(300);

    List<JsonObject> answers =
        answers(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\",\"params\":{%s}}"
                .formatted(method, META));

    assertThat(answers).singleElement().satisfies(it -> assertThat(code(it)).isEqualTo(-32601));
    assertThat(answers.toString()).contains("no method " + before + "😀").contains("😀…");
  }

  @Test
  void aHugeLineIsRefusedWithoutBeingKept() throws Exception {
    List<JsonObject> answers = answers("\"" + "x".repeat(10 * MOST) + "\"", call(1, "tell"));

    assertThat(answers.getFirst().toString()).contains("at most " + MOST + " bytes");
    assertThat(answers.getLast().has("result")).isTrue();
  }

  @Test
  void deepJsonIsRefused() throws Exception {
    assertThat(code(answers("[".repeat(2_000) + "]".repeat(2_000)).getFirst())).isEqualTo(-32700);
  }

  @Test
  void whatHasBegunHasItsAnswerBeforeTheEnd() throws Exception {
    CountDownLatch writes = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    ByteArrayOutputStream slow =
        new ByteArrayOutputStream() {
          @Override
          public void write(byte[] bytes) throws IOException {
            writes.countDown();
            try {
              goesOn.await();
            } catch (InterruptedException e) {
              throw new IOException(e);
            }
            super.write(bytes);
          }
        };
    McpStdio stdio = new McpStdio(server(), _ -> Optional.of(FewTools.CALLER), slow, _ -> {});
    byte[] input = call(1, "tell").getBytes(StandardCharsets.UTF_8);
    Thread serving = Thread.ofVirtual().start(() -> serve(stdio, new ByteArrayInputStream(input)));
    writes.await();

    assertThat(serving.join(Duration.ofMillis(50))).isFalse();
    goesOn.countDown();
    serving.join();
    assertThat(slow.toString(StandardCharsets.UTF_8)).contains("owner is told");
  }

  @Test
  void whatHasNotEndedWhenThePatienceIsOverHasNoAnswer() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new McpStdio(server(Duration.ofMillis(1)), _ -> Optional.of(FewTools.CALLER), out, _ -> {})
        .serve(new ByteArrayInputStream(call(1, "wait").getBytes(StandardCharsets.UTF_8)));

    assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void whatBeginsAfterTheEndWaitsForNobody() {
    McpChanges changes = new McpChanges();
    McpClient client =
        new McpClient(
            McpRevision.NEWEST_WITH_HANDSHAKE, JsonObject.empty(), Optional.of("warning"));
    McpSession session = new McpSession(client, changes, Set.of());
    session.close();
    changes.closeAll();

    assertThat(changes.open(new McpChanges.Filter(Set.of(), Set.of())).isOver()).isTrue();
    assertThatThrownBy(() -> session.new Asked().await(Duration.ofMinutes(5)))
        .isInstanceOf(RpcError.class)
        .hasMessageContaining("refused");
  }

  @Test
  void whoseTokenHasEndedIsToldSo() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new McpStdio(server(), _ -> Optional.empty(), out, _ -> {})
        .serve(new ByteArrayInputStream(call(1, "tell").getBytes(StandardCharsets.UTF_8)));

    assertThat(code(json(out.toString(StandardCharsets.UTF_8)))).isEqualTo(403);
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("unauthorized");
  }

  @Test
  void nobodySubscribesToWhatItMayNotRead() throws Exception {
    String subscribe =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/subscribe\",\"params\":{\"uri\":\"few://x\"}}";

    assertThat(code(answers(INITIALIZE, subscribe).getLast())).isEqualTo(-32002);
  }

  @Test
  void aNotificationThatFailsEndsNoLaterOne() throws Exception {
    List<String> log = new CopyOnWriteArrayList<>();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    McpStdio stdio = new McpStdio(server(), _ -> Optional.of(FewTools.CALLER), out, log::add);
    Thread serving;
    try (PipedOutputStream toServer = new PipedOutputStream()) {
      PipedInputStream input = new PipedInputStream(toServer);
      serving = Thread.ofVirtual().start(() -> serve(stdio, input));
      send(toServer, INITIALIZE);
      send(
          toServer,
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/subscribe\","
              + "\"params\":{\"uri\":\"few://one\"}}");
      Eventually.holds("it has subscribed", () -> out.toString(UTF_8).contains("\"id\":1"));

      tools.watchFails.set(true);
      changes.resourceUpdated("few://one", Optional.empty());
      Eventually.holds("a failure is told", () -> !log.isEmpty());
      changes.resourceUpdated("few://one", Optional.empty());
      Eventually.holds("the next one", () -> out.toString(UTF_8).contains("resources/updated"));
    }
    serving.join();
    assertThat(log).hasSize(1).first().asString().contains("a notification was not sent");
  }

  @Test
  void anAnswerThatIsTooLongIsAnErrorInItsPlace() throws Exception {
    JsonObject answer = answers(call(1, "talk")).getFirst();

    assertThat(code(answer)).isEqualTo(429);
    assertThat(answer.toString()).contains("ask for less");
  }

  @Test
  void aToolThatBreaksBreaksNothingElse() throws Exception {
    assertThat(answers(call(1, "break"), call(2, "tell"), call(3, "busy"), call(4, "tear")))
        .hasSize(4)
        .anySatisfy(it -> assertThat(it.toString()).contains("is locked: run this again"))
        .anySatisfy(it -> assertThat(it.toString()).contains("-32603").doesNotContain("broken"))
        .anySatisfy(it -> assertThat(it.toString()).contains("\"id\":4").contains("-32603"));
  }

  @Test
  void bothErasAreAnsweredOnOneConnection() throws Exception {
    List<JsonObject> answers =
        answers(
            INITIALIZE,
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"tell\"}}",
            call(2, "tell"));

    assertThat(answers).hasSize(3);
    assertThat(answers.getFirst().toString()).contains("\"protocolVersion\":\"2025-06-18\"");
    assertThat(answers.toString()).containsOnlyOnce("\"resultType\":\"complete\"");
  }

  @Test
  @SuppressWarnings("try") // That the client goes is what is tested.
  void aCancelledRequestEndsWithoutAnAnswerAndItsIdMayComeAgain() throws Exception {
    try (PipedOutputStream toServer = new PipedOutputStream();
        PipedInputStream input = new PipedInputStream(toServer);
        PipedInputStream fromServer = new PipedInputStream();
        PipedOutputStream output = new PipedOutputStream(fromServer)) {
      McpStdio stdio = new McpStdio(server(), _ -> Optional.of(FewTools.CALLER), output, _ -> {});
      Thread serving = Thread.ofVirtual().start(() -> serve(stdio, input));
      BufferedReader answers =
          new BufferedReader(new InputStreamReader(fromServer, StandardCharsets.UTF_8));

      send(toServer, call(1, "wait"));
      tools.begun.await();
      send(toServer, call(1, "tell"));
      assertThat(answers.readLine()).contains("is under way");
      send(
          toServer,
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");
      tools.interrupted.await();
      send(toServer, call(1, "tell"));

      assertThat(answers.readLine()).contains("owner is told");
      toServer.close();
      serving.join();
    }
  }

  @Test
  @SuppressWarnings("try") // That the client goes is what is tested.
  void aCancelledCallThatIsSlowToGoTakesNoAnswerFromTheNextOfItsId() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (PipedOutputStream toServer = new PipedOutputStream();
        PipedInputStream input = new PipedInputStream(toServer)) {
      McpStdio stdio = new McpStdio(server(), _ -> Optional.of(FewTools.CALLER), out, _ -> {});
      Thread serving = Thread.ofVirtual().start(() -> serve(stdio, input));
      send(toServer, call(1, "linger"));
      tools.begun.await();
      send(
          toServer,
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");
      Thread slow = tools.lingering.get();
      send(toServer, call(1, "hold"));
      tools.held.await();
      tools.lingersNoMore.countDown();
      slow.join();
      tools.heldNoMore.countDown();
      toServer.close();
      serving.join();
    }

    assertThat(out.toString(StandardCharsets.UTF_8)).contains("was held");
  }

  @Test
  @SuppressWarnings("try") // That the client goes is what is tested.
  void whoHasTooManyCallsUnderWayWaitsAndIsThenRefused() throws Exception {
    try (PipedOutputStream toServer = new PipedOutputStream();
        PipedInputStream input = new PipedInputStream(toServer);
        PipedInputStream fromServer = new PipedInputStream();
        PipedOutputStream output = new PipedOutputStream(fromServer)) {
      McpStdio stdio =
          new McpStdio(
              server(Duration.ofMillis(200)), _ -> Optional.of(FewTools.CALLER), output, _ -> {});
      Thread serving = Thread.ofVirtual().start(() -> serve(stdio, input));
      send(toServer, call(1, "wait"));
      tools.begun.await();
      send(toServer, call(2, "wait"));
      send(toServer, call(3, "wait"));

      String refused =
          new BufferedReader(new InputStreamReader(fromServer, StandardCharsets.UTF_8)).readLine();

      assertThat(refused).contains("too many calls at once: at most 2");
      for (int id = 1; id <= 3; id++) {
        send(
            toServer,
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":%d}}"
                .formatted(id));
      }
      toServer.close();
      serving.join();
    }
  }

  private static void send(PipedOutputStream to, String line) throws Exception {
    to.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    to.flush();
  }

  private static void serve(McpStdio stdio, InputStream input) {
    try {
      stdio.serve(input);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
