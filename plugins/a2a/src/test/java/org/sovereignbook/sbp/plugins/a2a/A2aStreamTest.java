package org.sovereignbook.sbp.plugins.a2a;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.bearer;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.byId;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.error;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.id;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.json;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.result;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.testing.TestKeys;

/** Streams of events, and coming back to them. */
@Timeout(240)
class A2aStreamTest {
  @TempDir Path folder;
  private A2aNode node;

  /** An event of a stream. */
  private record Event(String id, JsonObject data) {}

  @BeforeEach
  void open() {
    node = A2aNode.in(folder);
    node.done("a2a", "open", "reader", "--for", "everybody");
  }

  @AfterEach
  void close() {
    node.close();
  }

  private Iterator<String> stream(String path, String... headers) throws Exception {
    HttpResponse<Stream<String>> response =
        node.client()
            .send(
                A2aNode.with(node.request(path).POST(BodyPublishers.noBody()), headers).build(),
                BodyHandlers.ofLines());
    assertThat(response.statusCode()).isEqualTo(200);
    return response.body().iterator();
  }

  /** Reads the next event; lines that begin with a colon only show that the stream lives. */
  private static Event next(Iterator<String> lines) {
    String id = "";
    while (true) {
      String line = lines.next();
      if (line.startsWith("id: ")) {
        id = line.substring(4);
      } else if (line.startsWith("data: ")) {
        String _ = lines.next();
        return new Event(id, json(line.substring(6)));
      }
    }
  }

  private static String kind(Event event) {
    String kind = event.data().members().keySet().iterator().next();
    return event.data().object(kind).orElseThrow().object("status").isPresent()
        ? A2aNode.state(event.data().object(kind).orElseThrow())
        : kind;
  }

  private static List<String> kinds(Iterator<String> lines, int most) {
    List<String> kinds = new ArrayList<>();
    while (kinds.size() < most) {
      kinds.add(kind(next(lines)));
    }
    return kinds;
  }

  @Test
  void aStreamBeginsWithTheTaskAndEndsWithIt() throws Exception {
    HttpResponse<Stream<String>> response =
        node.client()
            .send(
                node.request("/x/a2a/reader")
                    .header("Content-Type", "application/json")
                    .POST(
                        BodyPublishers.ofString(
                            JsonWriter.compact(
                                A2aNode.rpcBody("SendStreamingMessage", node.message("boats")))))
                    .build(),
                BodyHandlers.ofLines());
    assertThat(response.headers().firstValue("Content-Type")).contains("text/event-stream");
    Iterator<String> lines = response.body().iterator();
    JsonObject first = next(lines).data();
    assertThat(first.integer("id")).hasValue(7);
    String task = id(result(first).object("task").orElseThrow());
    node.work(task, "nine");

    List<String> later = new ArrayList<>();
    lines.forEachRemaining(line -> later.add(line));
    assertThat(String.join("\n", later))
        .containsSubsequence(
            "TASK_STATE_WORKING", "artifactUpdate", "nine", "TASK_STATE_COMPLETED");
  }

  @Test
  void aClientThatComesBackMissesNothingAndSeesNothingTwice() throws Exception {
    String task = id(node.sent(node.message("boats")));
    Iterator<String> lines = stream("/x/a2a/reader/tasks/" + task + ":subscribe");
    assertThat(kind(next(lines))).isEqualTo("TASK_STATE_SUBMITTED");
    node.done("task", "claim", task, "--as", "reader");
    Event working = next(lines);
    assertThat(kind(working)).isEqualTo("TASK_STATE_WORKING");

    node.restartRoutes();
    node.done("task", "submit", task, "--fence", "1", "--as", "reader", "--result", "nine");

    Iterator<String> again =
        stream("/x/a2a/reader/tasks/" + task + ":subscribe", "Last-Event-ID", working.id());
    Event artifact = next(again);
    assertThat(kind(artifact)).isEqualTo("artifactUpdate");
    Iterator<String> rest =
        stream("/x/a2a/reader/tasks/" + task + ":subscribe", "Last-Event-ID", artifact.id());
    Event end = next(rest);
    assertThat(kind(end)).isEqualTo("TASK_STATE_COMPLETED");
    assertThat(rest.hasNext()).isFalse();
    assertThat(error(node.rpc("SubscribeToTask", byId(task)))).isEqualTo(-32004);
    assertThat(error(node.rpc("SubscribeToTask", byId(task), "Last-Event-ID", end.id())))
        .isEqualTo(-32004);
  }

  private static boolean ends(Iterator<String> lines) {
    while (lines.hasNext()) {
      String _ = lines.next();
    }
    return true;
  }

  private static String subscription(String task) {
    return "reader/tasks/" + task + ":subscribe";
  }

  @Test
  void aStreamEndsWhenItsClientMaySeeNoMore() throws Exception {
    String token = node.token("one");
    String task = id(node.sent(node.message("boats"), bearer(token)));
    Iterator<String> ofToken = stream("/x/a2a/" + subscription(task), bearer(token));
    node.done("a2a", "revoke", "one");
    assertThat(ends(ofToken)).isTrue();

    JsonObject params = node.message("more boats");
    String ofPeer =
        id(
            json(node.post(
                    "/x/a2a/reader/message:send", params, node.proof(TestKeys.alice(), params)))
                .object("task")
                .orElseThrow());
    Iterator<String> peers =
        stream(
            "/x/a2a/" + subscription(ofPeer),
            node.proof(TestKeys.alice(), subscription(ofPeer), new byte[0]));
    node.trust(TestKeys.alice(), TrustState.BLOCKED);
    assertThat(ends(peers)).isTrue();

    String unknown = id(node.sent(node.message("all boats")));
    Iterator<String> anybodys = stream("/x/a2a/" + subscription(unknown));
    node.done("a2a", "close", "reader");
    assertThat(ends(anybodys)).isTrue();
  }

  @Test
  void aStreamEndsWithAQuestion() throws Exception {
    String task = id(node.sent(node.message("boats")));
    Iterator<String> lines = stream("/x/a2a/" + subscription(task));
    assertThat(kind(next(lines))).isEqualTo("TASK_STATE_SUBMITTED");
    node.done("task", "claim", task, "--as", "reader");
    node.done("task", "ask", task, "Which boats?", "--fence", "1", "--as", "reader");
    assertThat(kinds(lines, 2)).containsExactly("TASK_STATE_WORKING", "TASK_STATE_INPUT_REQUIRED");
    assertThat(lines.hasNext()).isFalse();
  }

  @Test
  void whereNoFurtherStreamCanBeSentNothingBegins() throws Exception {
    String task = id(node.sent(node.message("boats")));
    for (int i = 0; i < 6; i++) {
      assertThat(kind(next(stream("/x/a2a/reader/tasks/" + task + ":subscribe"))))
          .isEqualTo("TASK_STATE_SUBMITTED");
    }
    assertThat(error(node.rpc("SendStreamingMessage", node.message("nets")))).isEqualTo(-32091);
    assertThat(node.done("task", "list", "--json").out()).contains("boats").doesNotContain("nets");
  }

  @Test
  void severalStreamsOfATaskHaveTheSameEvents() throws Exception {
    String task = id(node.sent(node.message("boats")));
    Iterator<String> one = stream("/x/a2a/reader/tasks/" + task + ":subscribe");
    Iterator<String> other = stream("/x/a2a/reader/tasks/" + task + ":subscribe");
    assertThat(kind(next(one))).isEqualTo("TASK_STATE_SUBMITTED");
    assertThat(kind(next(other))).isEqualTo("TASK_STATE_SUBMITTED");
    node.work(task, "nine");
    List<String> wanted = List.of("TASK_STATE_WORKING", "artifactUpdate", "TASK_STATE_COMPLETED");
    assertThat(kinds(one, 3)).isEqualTo(wanted);
    assertThat(kinds(other, 3)).isEqualTo(wanted);
  }
}
