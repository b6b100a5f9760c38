package org.sovereignbook.sbp.plugins.a2a;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.bearer;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.byId;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.error;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.id;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.json;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.message;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.result;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.state;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.testing.Eventually;
import org.sovereignbook.sbp.testing.TestKeys;

/** Tasks of clients over HTTP, in both bindings. */
@Timeout(240)
class A2aServerTest {
  @TempDir Path folder;
  private A2aNode node;

  @BeforeEach
  void open() {
    node = A2aNode.in(folder);
    node.done("a2a", "open", "reader", "--for", "everybody", "--says", "counts boats");
  }

  @AfterEach
  void close() {
    node.close();
  }

  @Test
  void aTaskGoesToTheBoardAndItsResultComesBackAsAnArtifact() {
    JsonObject task = node.sent(node.message("count the boats\nall of them"));
    assertThat(state(task)).isEqualTo("TASK_STATE_SUBMITTED");
    JsonObject onBoard = onBoard(id(task));
    assertThat(onBoard.string("title")).contains("count the boats");
    assertThat(onBoard.string("required_role")).contains("reader");
    assertThat(onBoard.string("principal")).contains("unknown");

    node.work(id(task), "nine boats");

    JsonObject done = result(node.rpc("GetTask", byId(id(task))));
    assertThat(state(done)).isEqualTo("TASK_STATE_COMPLETED");
    assertThat(text(done.array("artifacts").orElseThrow())).isEqualTo("nine boats");
    assertThat(done.array("history").orElseThrow().objects()).hasSize(1);
    assertThat(result(node.rpc("GetTask", byId(id(task)).with("historyLength", 0))).has("history"))
        .isFalse();
  }

  private JsonObject onBoard(String task) {
    return node.done("task", "show", task, "--json").json().object("task").orElseThrow();
  }

  private static String text(JsonArray artifacts) {
    return artifacts
        .objects()
        .getFirst()
        .array("parts")
        .orElseThrow()
        .objects()
        .getFirst()
        .string("text")
        .orElseThrow();
  }

  @Test
  void aMessageWaitsForTheEndOfItsTask() {
    CompletableFuture<JsonObject> answer =
        CompletableFuture.supplyAsync(
            () ->
                node.rpc(
                    "SendMessage",
                    message("m-wait", "wait", JsonObject.empty()).without("configuration")));
    Eventually.holds(
        "the task is on the board",
        () ->
            !node.done("task", "list", "--json")
                .json()
                .array("tasks")
                .orElseThrow()
                .values()
                .isEmpty());
    String task =
        node.done("task", "list", "--json")
            .json()
            .array("tasks")
            .orElseThrow()
            .objects()
            .getFirst()
            .string("id")
            .orElseThrow();
    node.work(task, "waited for");

    assertThat(state(result(answer.join()).object("task").orElseThrow()))
        .isEqualTo("TASK_STATE_COMPLETED");
  }

  @Test
  void aRepeatedMessageGetsTheFirstAnswer() {
    JsonObject params = node.message("once");
    String first = id(node.sent(params));
    node.restartRoutes();
    assertThat(id(node.sent(params))).isEqualTo(first);
    assertThat(node.done("task", "list", "--json").json().array("tasks").orElseThrow().values())
        .hasSize(1);
  }

  @Test
  void aTaskIsItsOwnClientsAlone() {
    String one = node.token("one");
    String other = node.token("other");
    String task = id(node.sent(node.message("mine"), bearer(one)));

    for (String method : List.of("GetTask", "CancelTask", "SubscribeToTask")) {
      assertThat(error(node.rpc(method, byId(task), bearer(other)))).isEqualTo(-32001);
      assertThat(error(node.rpc(method, byId(task)))).isEqualTo(-32001);
    }
    JsonObject more = JsonObject.empty().with("taskId", task);
    assertThat(error(node.rpc("SendMessage", message("m-x", "more", more), bearer(other))))
        .isEqualTo(-32001);
    assertThat(tasks(node.rpc("ListTasks", JsonObject.empty(), bearer(other)))).isEmpty();
    assertThat(tasks(node.rpc("ListTasks", JsonObject.empty()))).isEmpty();
    assertThat(tasks(node.rpc("ListTasks", JsonObject.empty(), bearer(one)))).hasSize(1);

    JsonObject cancelled = result(node.rpc("CancelTask", byId(task), bearer(one)));
    assertThat(state(cancelled)).isEqualTo("TASK_STATE_CANCELED");
    assertThat(error(node.rpc("CancelTask", byId(task), bearer(one)))).isEqualTo(-32002);
    assertThat(onBoard(task).string("state")).contains("cancelled");
  }

  private static List<JsonObject> tasks(JsonObject rpc) {
    return result(rpc).array("tasks").orElseThrow().objects();
  }

  @Test
  void tasksAreListedByPages() {
    String token = node.token("one");
    for (int i = 0; i < 3; i++) {
      JsonObject _ = node.sent(node.message("number " + i), bearer(token));
    }
    JsonObject two = JsonObject.empty().with("pageSize", 2);
    JsonObject first = result(node.rpc("ListTasks", two, bearer(token)));
    assertThat(first.integer("totalSize")).hasValue(3);
    String next = first.string("nextPageToken").orElseThrow();
    JsonObject second = result(node.rpc("ListTasks", two.with("pageToken", next), bearer(token)));
    assertThat(second.array("tasks").orElseThrow().values()).hasSize(1);
    assertThat(second.string("nextPageToken")).contains("");
    assertThat(error(node.rpc("ListTasks", two.with("pageSize", 0), bearer(token))))
        .isEqualTo(-32602);
    assertThat(error(node.rpc("ListTasks", two.with("status", "NO_STATE"), bearer(token))))
        .isEqualTo(-32602);
  }

  @Test
  void anAnswerHasTheNewestMessagesThatFit() {
    String token = node.token("one");
    JsonObject large =
        JsonObject.empty().with("metadata", JsonObject.empty().with("a", "x".repeat(150_000)));
    JsonObject task = node.sent(message("m-1", "first", large), bearer(token));
    JsonObject second = large.with("taskId", id(task));
    JsonObject sent = node.sent(message("m-2", "second", second), bearer(token));
    JsonObject _ = node.sent(message("m-3", "other task", large), bearer(token));

    JsonObject got = result(node.rpc("GetTask", byId(id(task)), bearer(token)));
    for (JsonObject one : List.of(sent, got)) {
      assertThat(history(one)).containsExactly("m-2");
    }
    assertThat(tasks(node.rpc("ListTasks", JsonObject.empty(), bearer(token))))
        .noneMatch(one -> one.has("history"));
    JsonObject two = JsonObject.empty().with("historyLength", 2);
    List<JsonObject> listed = tasks(node.rpc("ListTasks", two, bearer(token)));
    assertThat(history(listed.getFirst())).containsExactly("m-3");
    assertThat(listed.getLast().has("history")).isFalse();
  }

  private static List<String> history(JsonObject task) {
    return task.array("history").orElseThrow().objects().stream()
        .map(message -> message.string("messageId").orElseThrow())
        .toList();
  }

  @Test
  void anAgentThatIsOpenForOneClientIsNotThereForOthers() {
    node.done("a2a", "close", "reader");
    assertThat(node.get("/.well-known/agent-card.json").statusCode()).isEqualTo(404);
    String one = node.token("one");
    node.done("a2a", "open", "reader", "--for", "one");
    String other = node.token("other");

    HttpResponse<String> unknown = node.post("/x/a2a/reader/message:send", node.message("hello"));
    assertThat(unknown.statusCode()).isEqualTo(401);
    assertThat(unknown.headers().firstValue("WWW-Authenticate")).contains("Bearer");
    assertThat(node.post("/x/a2a/nobody/message:send", node.message("hello")).body())
        .isEqualTo(unknown.body());
    assertThat(
            node.post("/x/a2a/reader/message:send", node.message("hello"), bearer(other))
                .statusCode())
        .isEqualTo(404);
    assertThat(node.get("/.well-known/agent-card.json", bearer(other)).statusCode()).isEqualTo(404);
    assertThat(node.get("/.well-known/agent-card.json", bearer(one)).statusCode()).isEqualTo(200);
    String task = id(node.sent(node.message("hello"), bearer(one)));

    assertThat(node.done("a2a", "revoke", "one").exit()).isEqualTo(ExitCode.DONE);
    assertThat(node.run("a2a", "revoke", "one").exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
    assertThat(node.get("/x/a2a/reader/tasks/" + task, bearer(one)).statusCode()).isEqualTo(401);
  }

  @Test
  void theUnknownHaveAShareOfTheQueue() {
    node.done("config", "set", "a2a.unknown_tasks", "1");
    JsonObject _ = node.sent(node.message("first"));
    HttpResponse<String> second = node.post("/x/a2a/reader/message:send", node.message("second"));
    assertThat(second.statusCode()).isEqualTo(429);
    String token = node.token("one");
    assertThat(state(node.sent(node.message("third"), bearer(token))))
        .isEqualTo("TASK_STATE_SUBMITTED");
  }

  @Test
  void tasksOfTheUnknownThatEndedAreCountedAsLongAsTheyAreKept() {
    node.done("config", "set", "a2a.unknown_tasks", "1");
    for (int i = 0; i < A2aTasks.KEPT_FOR_EACH; i++) {
      String task = id(node.sent(node.message("number " + i)));
      JsonObject _ = result(node.rpc("CancelTask", byId(task)));
    }
    assertThat(error(node.rpc("SendMessage", node.message("one more")))).isEqualTo(-32091);
  }

  @Test
  void oneAddressHasAQuarterOfTheShare() {
    node.done("config", "set", "a2a.unknown_tasks", "8");
    JsonObject _ = node.sent(node.message("first"));
    JsonObject _ = node.sent(node.message("second"));
    assertThat(error(node.rpc("SendMessage", node.message("third")))).isEqualTo(-32091);
    node.done("config", "set", "a2a.unknown_tasks", "0");
    assertThat(error(node.rpc("SendMessage", node.message("third")))).isEqualTo(-32091);
  }

  @Test
  void anIdIsOfOneMessageToOneAgent() {
    JsonObject params = node.message("once");
    String first = id(node.sent(params));
    String message = params.object("message").orElseThrow().string("messageId").orElseThrow();
    JsonObject other = message(message, "something else", JsonObject.empty());
    assertThat(error(node.rpc("SendMessage", other))).isEqualTo(-32602);
    node.done("a2a", "open", "author", "--for", "everybody");
    HttpResponse<String> author = node.post("/x/a2a/author/message:send", params);
    assertThat(id(json(author).object("task").orElseThrow())).isNotEqualTo(first);
  }

  @Test
  void whatHappensWhileTheFeatureIsOffIsSeenLater() {
    String token = node.token("one");
    String task = id(node.sent(node.message("boats"), bearer(token)));
    String listed = id(node.sent(node.message("more boats"), bearer(token)));
    node.done("plugin", "off", "a2a");
    node.work(task, "nine");
    node.work(listed, "ten");
    node.done("plugin", "on", "a2a");

    JsonObject got = result(node.rpc("GetTask", byId(task), bearer(token)));
    assertThat(state(got)).isEqualTo("TASK_STATE_COMPLETED");
    assertThat(text(got.array("artifacts").orElseThrow())).isEqualTo("nine");
    assertThat(tasks(node.rpc("ListTasks", JsonObject.empty(), bearer(token))))
        .allMatch(one -> state(one).equals("TASK_STATE_COMPLETED"));
  }

  @Test
  void whatIsSaidOfFewerClientsCountsBeforeWhatIsSaidOfMore() {
    String token = node.token("one");
    node.done("a2a", "open", "reader", "--for", "peers", "--says", "for peers");
    node.done("a2a", "open", "reader", "--for", "one", "--says", "for one");
    assertThat(node.get("/.well-known/agent-card.json").body())
        .contains("counts boats")
        .doesNotContain("for peers", "for one", "securityRequirements");
    assertThat(node.get("/.well-known/agent-card.json", bearer(token)).body())
        .contains("for one")
        .doesNotContain("for peers", "counts boats");
  }

  @Test
  void whatIsSpentOnADayCountsForAllMessages() {
    String token = node.token("one");
    node.done("a2a", "open", "reader", "--for", "one", "--daily-cost", "1");
    JsonObject first = node.message("first");
    String task = id(node.sent(first, bearer(token)));
    node.spend("one", 2);
    JsonObject of = JsonObject.empty().with("taskId", task);
    for (JsonObject more : List.of(JsonObject.empty(), of)) {
      JsonObject refused = node.rpc("SendMessage", message("m-more", "more", more), bearer(token));
      assertThat(error(refused)).isEqualTo(-32091);
    }
    assertThat(id(node.sent(first, bearer(token)))).isEqualTo(task);
  }

  @Test
  void onlyClientsThatThereAreCanBeNamed() {
    assertThat(node.run("a2a", "open", "reader", "--for", "onne").exit())
        .isEqualTo(ExitCode.NOT_FOUND);
    assertThat(node.done("entity", "list", "--json").out()).doesNotContain("onne");
    for (String word : List.of("everybody", "peers", "unknown", "owner")) {
      assertThat(node.run("a2a", "token", word).exit()).as(word).isNotEqualTo(ExitCode.DONE);
    }
    String _ = node.token("one");
    node.done("a2a", "revoke", "one");
    assertThat(
            node.ledger()
                .<Long>read(
                    tx -> tx.number("SELECT COUNT(*) FROM event WHERE kind = 'a2a.revoked'")))
        .isEqualTo(1);
  }

  @Test
  void whatIsNotPartOfAMessageIsNotStored() {
    JsonObject more =
        JsonObject.empty().with("metadata", JsonObject.empty().with("a", 1)).with("bulk", "x");
    JsonObject task = node.sent(message("m-bulk", "hello", more));
    JsonObject stored = task.array("history").orElseThrow().objects().getFirst();
    assertThat(stored.has("metadata")).isTrue();
    assertThat(stored.has("bulk")).isFalse();

    node.done("config", "set", "board.max_text_bytes", "1024");
    JsonObject large =
        JsonObject.empty().with("metadata", JsonObject.empty().with("a", "x".repeat(1024)));
    JsonObject refused = node.rpc("SendMessage", message("m-large", "hello", large));
    assertThat(error(refused)).isEqualTo(-32602);
    assertThat(refused.toString()).contains("board.max_text_bytes allows: 1024");
  }

  @Test
  void whatNobodyMayHaveDoneAnyMoreEndsWithTheOpening() {
    String[] known = bearer(node.token("one"));
    node.done("a2a", "open", "reader", "--for", "one");
    String own = id(node.sent(node.message("count"), known));
    String others = id(node.sent(node.message("count, too")));
    assertThat(node.run("status").out()).contains("2 open tasks of clients");
    node.done("task", "claim", others, "--as", "reader");
    node.done("task", "ask", others, "Which?", "--fence", "1", "--as", "reader");

    JsonObject closed = node.done("a2a", "close", "reader", "--for", "everybody", "--json").json();

    assertThat(closed.integer("ended")).hasValue(1);
    assertThat(node.done("task", "show", others).out()).contains("cancelled");
    assertThat(node.done("task", "show", own, "--json").json().object("task").orElseThrow())
        .satisfies(task -> assertThat(task.string("state")).contains("pending"));
    assertThat(node.done("a2a", "list", "--json").json().integer("open_tasks")).hasValue(1);
    assertThat(
            node.ledger()
                .<Long>read(
                    tx ->
                        tx.number(
                            "SELECT COUNT(*) FROM task WHERE required_role = 'outside' AND state ="
                                + " 'pending'")))
        .isZero();
  }

  /** The examples of the page, with this node in place of its own. */
  @Test
  void theExamplesOfThePageWork() throws Exception {
    List<String> examples =
        A2aNode.page().lines().filter(line -> line.startsWith("curl ")).toList();
    assertThat(examples).hasSizeGreaterThanOrEqualTo(5);
    String task = "";
    for (String example : examples) {
      HttpResponse<String> answer = asked(example.replace("TASK", task));
      assertThat(answer.statusCode()).as(example + "\n" + answer.body()).isEqualTo(200);
      assertThat(answer.body()).as(example).doesNotContain("\"error\"");
      Matcher made = Pattern.compile("\"id\":\"([0-9a-f]{16})\"").matcher(answer.body());
      task = made.find() ? made.group(1) : task;
    }
    assertThat(task).isNotEmpty();
  }

  private HttpResponse<String> asked(String example) {
    Matcher word = Pattern.compile("'([^']*)'|(\\S+)").matcher(example);
    HttpRequest.Builder request = HttpRequest.newBuilder();
    String option = "";
    while (word.find()) {
      String text = word.group(1) == null ? word.group() : word.group(1);
      switch (option) {
        case "-H" -> request.header(text.split(": ", 2)[0], text.split(": ", 2)[1]);
        case "-d" -> request.POST(HttpRequest.BodyPublishers.ofString(text));
        default -> {
          if (text.startsWith("https://node.example.com")) {
            request.uri(
                node.request(text.substring("https://node.example.com".length())).build().uri());
          }
        }
      }
      option = option.isEmpty() && text.startsWith("-") && text.length() == 2 ? text : "";
    }
    return node.send(request);
  }

  @Test
  void whatWasDoneWhileTheFeatureWasOffStaysDoneWhenTheAgentIsClosed() {
    String task = id(node.sent(node.message("count")));
    node.done("plugin", "off", "a2a");
    node.work(task, "nine");
    node.done("plugin", "on", "a2a");

    JsonObject closed = node.done("a2a", "close", "reader", "--json").json();

    assertThat(closed.integer("ended")).hasValue(0);
    assertThat(node.done("task", "show", task).out()).contains("completed");
    assertThat(
            node.ledger()
                .<List<String>>read(
                    tx -> tx.texts("SELECT state FROM a2a_task WHERE id = ?", task)))
        .containsExactly("completed");
  }

  @Test
  void whoClosesForOneOfAllIsToldThatThisEndsNothing() {
    String _ = node.token("one");
    CliTest.Ran ran = node.run("a2a", "close", "reader", "--for", "one", "--json");
    assertThat(ran.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.out() + ran.err())
        .contains("open-for-more", "sbp a2a close reader --for everybody");
    assertThat(node.run("a2a", "close", "reader", "--for", "nobody").exit())
        .isEqualTo(ExitCode.NOT_FOUND);
    node.done("a2a", "open", "reader", "--for", "one");
    assertThat(node.done("a2a", "close", "reader", "--for", "one").err())
        .contains("still open for everybody");
  }

  @Test
  void moreCanBeSaidUntilATaskEnds() {
    JsonObject task = node.sent(node.message("count"));
    JsonObject of = JsonObject.empty().with("taskId", id(task));
    assertThat(id(node.sent(message("m-more", "only the red ones", of)))).isEqualTo(id(task));
    assertThat(node.done("task", "show", id(task), "--json").out()).contains("only the red ones");
    assertThat(
            error(
                node.rpc(
                    "SendMessage", message("m-other", "more", of.with("contextId", "another")))))
        .isEqualTo(-32602);
    node.work(id(task), "two");
    assertThat(error(node.rpc("SendMessage", message("m-late", "more", of)))).isEqualTo(-32004);
  }

  @Test
  void errorsHaveTheFormOfTheirBinding() {
    assertThat(error(node.rpc("NoSuchMethod", JsonObject.empty()))).isEqualTo(-32601);
    assertThat(error(node.rpc("SendMessage", JsonObject.empty()))).isEqualTo(-32602);
    assertThat(error(node.rpc("CreateTaskPushNotificationConfig", JsonObject.empty())))
        .isEqualTo(-32003);
    assertThat(
            error(
                json(
                    node.post(
                        "/x/a2a/reader",
                        A2aNode.rpcBody("GetTask", byId("x")),
                        "A2A-Version",
                        "9.9"))))
        .isEqualTo(-32009);
    HttpResponse<String> looked = node.get("/x/a2a/reader");
    assertThat(looked.statusCode()).isEqualTo(405);
    assertThat(looked.headers().firstValue("Allow")).contains("POST");
    assertThat(looked.body()).contains("/.well-known/agent-card.json");
    HttpResponse<String> other = node.get("/x/a2a/reader/tasks", "A2A-Version", "7.0");
    assertThat(other.statusCode()).isEqualTo(400);
    assertThat(other.body()).contains("1.0 is spoken here");
    HttpResponse<String> missing =
        node.get("/x/a2a/reader/tasks/0123", "Accept", "application/a2a+json");
    assertThat(missing.statusCode()).isEqualTo(404);
    assertThat(missing.headers().firstValue("Content-Type")).contains("application/a2a+json");
    JsonObject error = json(missing).object("error").orElseThrow();
    assertThat(error.string("status")).contains("NOT_FOUND");
    assertThat(error.array("details").orElseThrow().objects().getFirst().string("reason"))
        .contains("TASK_NOT_FOUND");
    JsonObject file =
        JsonObject.builder()
            .put("messageId", "m-file")
            .put("role", "ROLE_USER")
            .put("parts", JsonArray.of(JsonObject.empty().with("raw", "AAEC")))
            .build();
    assertThat(
            node.post("/x/a2a/reader/message:send", JsonObject.empty().with("message", file))
                .statusCode())
        .isEqualTo(415);
  }

  @Test
  void aPolicyThatDeniesRejectsTheTask() {
    node.node()
        .writeText(
            node.node().home().runtime().resolve("access").resolve("no-a2a.yaml"),
            """
            - name: no-strangers
              match:
                principal: { unknown: true }
                conditions:
                  - channel: a2a
              effect: deny
              priority: 100
            """);
    JsonObject params = node.message("hello");
    JsonObject task = node.sent(params);
    assertThat(state(task)).isEqualTo("TASK_STATE_REJECTED");
    assertThat(task.toString()).doesNotContain("no-strangers");
    assertThat(task.has("history")).isFalse();
    assertThat(id(node.sent(params))).isEqualTo(id(task));
    assertThat(
            node.ledger()
                .<Long>read(
                    tx -> tx.number("SELECT COUNT(*) FROM content WHERE text LIKE '%hello%'")))
        .isZero();
    assertThat(node.done("task", "list", "--json").json().array("tasks").orElseThrow().values())
        .isEmpty();
  }

  @Test
  void aResultHasThePartsThatItsAgentWrites() {
    String task = id(node.sent(node.message("draw the boats")));
    node.work(
        task,
        """
        {"artifact": {"name": "boats", "parts": [{"raw": "AA==", "filename": "b.png"},
          {"data": {"boats": 9}}]}}\
        """);
    String shown = result(node.rpc("GetTask", byId(task))).array("artifacts").orElseThrow() + "";
    assertThat(shown).contains("\"boats\"", "\"raw\"", "b.png").doesNotContain("artifact\\\"");
    JsonObject former = json(node.post("/x/a2a/reader", A2aNode.rpcBody("tasks/get", byId(task))));
    assertThat(former.toString()).contains("\"kind\":\"file\"", "\"bytes\":\"AA==\"");

    for (String text :
        List.of(
            "{\"artifact\": {\"parts\": []}}",
            "{\"artifact\": {\"parts\": [{\"text\": \"a\", \"raw\": \"AA==\"}]}}",
            "{\"boats\": 9}",
            "{boats}")) {
      String other = id(node.sent(node.message("count")));
      node.work(other, text);
      assertThat(text(result(node.rpc("GetTask", byId(other))).array("artifacts").orElseThrow()))
          .isEqualTo(text);
    }
  }

  @Test
  void anAgentAnswersAClientThatWaitsWithAMessage() {
    JsonObject params = message("m-1", "how many?", JsonObject.empty());
    String task = id(node.sent(params));
    node.work(task, "{\"message\": {\"parts\": [{\"text\": \"nine\"}]}}");
    JsonObject answer =
        result(node.rpc("SendMessage", params.without("configuration")))
            .object("message")
            .orElseThrow();
    assertThat(answer.string("taskId")).contains(task);
    assertThat(answer.toString()).contains("ROLE_AGENT", "nine");
    assertThat(state(node.sent(params))).isEqualTo("TASK_STATE_COMPLETED");
    JsonObject former =
        JsonObject.empty()
            .with("message", params.object("message").orElseThrow().with("role", "user"));
    assertThat(json(node.post("/x/a2a/reader", A2aNode.rpcBody("message/send", former))).toString())
        .contains("\"kind\":\"message\"");
  }

  @Test
  void namesOfTheProtoAreTakenToo() {
    JsonObject task = node.sent(node.message("boats"));
    JsonObject params = byId(id(task));
    assertThat(result(node.rpc("GetTask", params.with("history_length", 0))).has("history"))
        .isFalse();
    JsonObject data = JsonObject.empty().with("boat_count", 9);
    JsonObject message =
        JsonObject.builder()
            .put("message_id", "m-proto")
            .put("role", "ROLE_USER")
            .put("parts", JsonArray.of(JsonObject.empty().with("data", data)))
            .build();
    JsonObject sent =
        result(
                node.rpc(
                    "SendMessage",
                    JsonObject.empty()
                        .with("message", message)
                        .with(
                            "configuration", JsonObject.empty().with("return_immediately", true))))
            .object("task")
            .orElseThrow();
    assertThat(sent.toString()).contains("boat_count", "m-proto");
  }

  @Test
  void clientsOfVersion03AreUnderstood() {
    JsonObject message =
        JsonObject.builder()
            .put("kind", "message")
            .put("messageId", "old-1")
            .put("role", "user")
            .put(
                "parts",
                JsonArray.of(JsonObject.empty().with("kind", "text").with("text", "count")))
            .build();
    JsonObject params =
        JsonObject.empty()
            .with("message", message)
            .with("configuration", JsonObject.empty().with("blocking", false));
    JsonObject sent =
        result(json(node.post("/x/a2a/reader", A2aNode.rpcBody("message/send", params))));
    assertThat(sent.string("kind")).contains("task");
    assertThat(state(sent)).isEqualTo("submitted");
    node.work(id(sent), "nine");
    JsonObject done =
        result(json(node.post("/x/a2a/reader", A2aNode.rpcBody("tasks/get", byId(id(sent))))));
    assertThat(state(done)).isEqualTo("completed");
    assertThat(done.array("artifacts").orElseThrow().toString()).contains("\"kind\":\"text\"");
  }

  private HttpResponse<String> asPeer(KeyPair keys, JsonObject body, JsonObject signed) {
    return node.post("/x/a2a/reader/message:send", body, node.proof(keys, signed));
  }

  @Test
  void newKeysGetNoMoreThanTheirAddress() {
    node.done("config", "set", "a2a.unknown_tasks", "1");
    JsonObject first = node.message("first");
    HttpResponse<String> taken = asPeer(KeyPair.generate(new SecureRandom()), first, first);
    assertThat(onBoard(id(json(taken).object("task").orElseThrow())).string("principal"))
        .contains("unknown");
    for (KeyPair keys : List.of(KeyPair.generate(new SecureRandom()), TestKeys.eve())) {
      JsonObject more = node.message("more");
      assertThat(asPeer(keys, more, more).statusCode()).isEqualTo(429);
    }
    JsonObject known = node.message("known");
    assertThat(asPeer(TestKeys.alice(), known, known).statusCode()).isEqualTo(200);
  }

  @Test
  void aBlockedPeerIsRejectedByThePolicyForIt() {
    JsonObject params = node.message("hello");
    JsonObject task =
        json(asPeer(TestKeys.named("mallory"), params, params)).object("task").orElseThrow();
    assertThat(state(task)).isEqualTo("TASK_STATE_REJECTED");
  }

  @Test
  void aKnownPeerProvesItselfByItsKey() {
    node.done("a2a", "close", "reader");
    node.done("a2a", "open", "reader", "--for", "peers");
    JsonObject params = node.message("hello");
    HttpResponse<String> known = asPeer(TestKeys.alice(), params, params);
    assertThat(known.statusCode()).isEqualTo(200);
    String task = id(json(known).object("task").orElseThrow());
    assertThat(onBoard(task).string("principal")).contains("peer:" + TestKeys.alice().publicKey());

    assertThat(asPeer(TestKeys.eve(), params, params).statusCode()).isEqualTo(401);
    assertThat(asPeer(TestKeys.named("mallory"), params, params).statusCode()).isEqualTo(401);
    assertThat(asPeer(TestKeys.alice(), params, node.message("else")).statusCode()).isEqualTo(401);
    assertThat(node.get("/.well-known/agent-card.json").statusCode()).isEqualTo(200);
  }
}
