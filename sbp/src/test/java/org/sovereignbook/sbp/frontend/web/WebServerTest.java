package org.sovereignbook.sbp.frontend.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.OwnerPassphrase;
import org.sovereignbook.sbp.authority.access.ProofRule;
import org.sovereignbook.sbp.authority.agents.AgentStatus;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.net.httpserver.HttpCases;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.society.board.TaskState;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.testing.TestNode;

/** The API of the page over HTTP: who is served, what, and what is recorded of it. */
class WebServerTest {
  /** More than the server keeps at hand. */
  private static final int MISSED = 1_100;

  private static final Authority OWNER = Authority.of(Principal.OWNER, "command");

  @TempDir private Path folder;

  private TestNode node;
  private RunningWeb web;

  @BeforeEach
  void start() {
    node = TestNode.in(folder);
    web = RunningWeb.of(node);
  }

  @AfterEach
  void stop() throws Exception {
    web.close();
  }

  private int status(HttpRequest.Builder request) throws Exception {
    return web.send(request).statusCode();
  }

  @Test
  void theFirstLineIsTheAddressWithATokenAndThePageHasAPolicyWithoutExceptions() throws Exception {
    assertThat(web.url()).matches("http://127\\.0\\.0\\.1:[0-9]+/#[A-Za-z0-9_-]{43}");
    HttpResponse<String> page = web.send(web.request("/"));
    assertThat(page.statusCode()).isEqualTo(200);
    String policy = page.headers().firstValue("Content-Security-Policy").orElseThrow();
    assertThat(policy)
        .startsWith("default-src 'none';")
        .contains("require-trusted-types-for 'script'; trusted-types 'none'")
        .doesNotContain("unsafe", "http", "*", "data:", "nonce");
    assertThat(page.body()).doesNotContain("<style", "style=", "onload", "javascript:");
  }

  @Test
  void withoutATokenTheApiAnswers401AndWithAWrongOneToo() throws Exception {
    for (String path : List.of("/api/status", "/api/events", "/api/do", "/api/session", "/api/x")) {
      assertThat(status(web.request(path))).as(path).isEqualTo(401);
      assertThat(status(web.request(path).header("Authorization", "Bearer wrong")))
          .as(path)
          .isEqualTo(401);
    }
    assertThat(status(web.own("/api/status"))).isEqualTo(200);
  }

  @Test
  void aForeignOriginIsRefusedWithATokenToo() throws Exception {
    for (String origin :
        List.of("http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1")) {
      assertThat(status(web.own("/api/status").header("Origin", origin))).as(origin).isEqualTo(403);
      assertThat(status(web.request("/").header("Origin", origin))).as(origin).isEqualTo(403);
    }
    assertThat(status(web.own("/api/status").header("Sec-Fetch-Site", "cross-site")))
        .isEqualTo(403);
    String own = web.at("/").toString();
    assertThat(status(web.own("/api/status").header("Origin", own.substring(0, own.length() - 1))))
        .isEqualTo(200);
  }

  @Test
  void onlyTheWholePageIsOpenedFromElsewhere() throws Exception {
    for (String site : List.of("cross-site", "none")) {
      assertThat(status(opening("/", site, "navigate", "document"))).isEqualTo(200);
    }
    assertThat(status(opening("/", "cross-site", "navigate", "iframe"))).isEqualTo(403);
    assertThat(status(opening("/", "cross-site", "no-cors", "script"))).isEqualTo(403);
    assertThat(status(opening("/api.js", "cross-site", "navigate", "document"))).isEqualTo(403);
    assertThat(status(opening("/api/status", "cross-site", "navigate", "document"))).isEqualTo(403);
  }

  private HttpRequest.Builder opening(String path, String site, String mode, String dest) {
    return web.own(path)
        .header("Sec-Fetch-Site", site)
        .header("Sec-Fetch-Mode", mode)
        .header("Sec-Fetch-Dest", dest);
  }

  @Test
  void aPageReplacesTheTokenOfItsAddressSoThatItOpensOnce() throws Exception {
    HttpResponse<String> changed =
        web.send(web.own("/api/session").POST(HttpRequest.BodyPublishers.noBody()));
    String other = RunningWeb.json(changed).string("token").orElseThrow();

    assertThat(status(web.own("/api/status"))).isEqualTo(401);
    HttpResponse<String> again =
        web.send(web.own("/api/session").POST(HttpRequest.BodyPublishers.noBody()));
    assertThat(again.statusCode()).isEqualTo(401);
    assertThat(again.body())
        .as("who comes too late is told what may have happened, and what to do")
        .contains("address-used", "If that was not you", "to end every page", "sbp audit list");
    HttpRequest.Builder mine =
        web.request("/api/status").header("Authorization", "Bearer " + other);
    assertThat(status(mine)).isEqualTo(200);
    node.clock().advance(Duration.ofHours(12).plusSeconds(1));
    assertThat(status(mine)).isEqualTo(401);
  }

  @Test
  void aViewIsTheDocumentOfItsCommandAndLeavesARowOfItsChannel() throws Exception {
    String _ = web.sbp("task", "add", "a task");
    assertThat(web.get("/api/tasks").toString()).contains("a task");
    assertThat(web.send(web.own("/api/tasks")).body()).isEqualTo(web.sbp("task", "list", "--json"));
    assertThat(web.get("/api/timeline").array("events")).isPresent();
    assertThat(web.get("/api/timeline?limit=1").string("next")).isPresent();
    assertThat(web.sbp("audit", "list", "--tool", "event_list", "--json"))
        .contains("\"channel\": \"web\"");
    assertThat(status(web.own("/api/tasks?state=nonsense"))).isEqualTo(400);
    assertThat(status(web.own("/api/tasks?home=/tmp"))).isEqualTo(400);
    assertThat(status(web.own("/api/task?id=0000000000000000"))).isEqualTo(404);
  }

  @Test
  void anActionIsACommandAndNoOtherCommandCanBeCalled() throws Exception {
    JsonObject title = JsonObject.empty().with("title", "--priority=9");
    HttpResponse<String> added = web.act(RunningWeb.action("task add", title));
    assertThat(added.statusCode()).as(added.body()).isEqualTo(200);
    assertThat(web.sbp("task", "list")).contains("--priority=9");
    for (String command : List.of("backup", "event erase", "restore", "script", "status", "")) {
      assertThat(web.act(RunningWeb.action(command, JsonObject.empty())).statusCode())
          .as(command)
          .isEqualTo(404);
    }
  }

  @Test
  void thePageUsesExactlyTheViewsAndActionsThatAreDeclared() throws Exception {
    WebFiles files = new WebFiles();
    Stream<byte[]> own =
        files.addresses().stream()
            .filter(address -> address.endsWith(".js") && !address.startsWith("/lib/"))
            .map(address -> files.at(address).orElseThrow().bytes());
    Stream<byte[]> ofFeatures =
        Features.bundled().of(ViewFeature.class).stream()
            .flatMap(feature -> feature.views().stream())
            .map(view -> view.module().get());
    String page =
        Stream.concat(own, ofFeatures)
            .map(module -> new String(module, UTF_8))
            .collect(Collectors.joining())
            .replaceAll("\\(\\s+", "(");
    List<String> declared =
        web.get("/api/commands").array("commands").orElseThrow().objects().stream()
            .map(row -> row.string("name").orElseThrow())
            .toList();
    assertThat(declared)
        .allMatch(
            name ->
                page.contains("use(\"" + name + '"')
                    || page.contains(": \"" + name + '"')
                    || page.contains("(\"" + name + '"')
                    || page.contains("? \"" + name + '"'));
    assertThat(
            Pattern.compile("(?:use\\(|command: |ask\\(|tell\\()\"([a-z]+[ /]?[a-z]*)\"")
                .matcher(page)
                .results()
                .map(found -> found.group(1))
                .filter(name -> !name.startsWith("sbp ")))
        .hasSizeGreaterThan(60)
        .allMatch(declared::contains);
  }

  @Test
  void twentyPagesAreWatchedForByOneReaderOfTheDatabase() throws Exception {
    List<Stream<String>> pages = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      pages.add(web.events("/api/events").body());
    }
    double before = looks();
    long began = System.nanoTime();
    String _ = web.sbp("task", "add", "for all pages");
    for (Stream<String> page : pages) {
      assertThat(page.filter(line -> line.equals("event: ledger")).findFirst()).isPresent();
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    assertThat(looks() - before).isLessThanOrEqualTo(seconds + 2);
    pages.forEach(Stream::close);
  }

  private double looks() throws Exception {
    Double looks =
        OpenMetricsText.readOlder(metrics("text/plain").body()).get("sbp_web_looks_total");
    return Optional.ofNullable(looks).orElseThrow();
  }

  @Test
  void afterTenMinutesOfSleepAPageGetsEachEventOnceHoweverMany() throws Exception {
    long before = newest();
    node.clock().advance(Duration.ofMinutes(10));
    try (Ledger ledger = Ledger.open(node.node(), new SqliteLedgerProvider().open(node.node()))) {
      for (int i = 0; i < MISSED; i++) {
        String id = "missed" + i;
        ledger.run(
            tx -> {
              boolean _ =
                  tx.append(
                      LedgerEvent.of(id, "test.missed", OWNER, new Subject("test", id))
                          .with(JsonObject.empty()));
            });
      }
    }
    List<String> ids;
    try (Stream<String> lines = web.events("/api/events?after=" + before).body()) {
      ids = lines.filter(line -> line.startsWith("id: ")).limit(MISSED + 1L).toList();
    }
    assertThat(ids)
        .isEqualTo(
            LongStream.rangeClosed(before, before + MISSED).mapToObj(id -> "id: " + id).toList());
  }

  @Test
  void whatLetsOthersDoMoreNeedsThePassphraseAlsoWhereNoAgentHoldsAToken() throws Exception {
    String _ = web.sbp("agent", "register", "coder");
    JsonObject grant =
        RunningWeb.action(
            "access grant",
            JsonObject.builder().put("who", "coder").put("tools", "mail_send").build());
    HttpResponse<String> refused = web.act(grant);
    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(refused.body()).contains("passphrase");
    assertThat(web.act(grant.with("passphrase", "a guess at it")).statusCode()).isEqualTo(409);
    assertThat(web.sbp("access", "grants")).contains("no grants");
    assertThat(web.sbp("audit", "list", "--decision", "deny", "--json"))
        .contains("\"tool\": \"access_grant\"", "\"channel\": \"web\"");
  }

  @Test
  void eventsBeginBehindTheLastOneThatThePageHasAndComeOnceEach() throws Exception {
    String _ = web.sbp("task", "add", "one");
    String _ = web.sbp("task", "add", "two");
    long newest = newest();
    List<String> ids = new ArrayList<>();
    try (Stream<String> lines = web.events("/api/events?after=" + (newest - 1)).body()) {
      Iterator<String> each = lines.filter(line -> line.startsWith("id: ")).iterator();
      String _ = web.sbp("task", "add", "three");
      for (int i = 0; i < 3; i++) {
        ids.add(each.next());
      }
      String _ = web.sbp("task", "add", "four");
      ids.add(each.next());
    }
    assertThat(ids)
        .isEqualTo(
            LongStream.rangeClosed(newest - 1, newest + 2).mapToObj(id -> "id: " + id).toList());
  }

  @Test
  void aPageAheadOfARestoredDatabaseBeginsAgainAndIsTold() throws Exception {
    String _ = web.sbp("task", "add", "one");
    long newest = newest();
    try (Stream<String> lines = web.events("/api/events?after=" + (newest + 100)).body()) {
      Iterator<String> each = lines.filter(line -> !line.isEmpty()).iterator();
      assertThat(List.of(each.next(), each.next(), each.next(), each.next()))
          .containsExactly(
              "retry: 1000", "id: " + newest, "event: hello", "data: {\"restarted\":true}");
      String _ = web.sbp("task", "add", "two");
      assertThat(Stream.generate(each::next).anyMatch(("id: " + (newest + 1))::equals)).isTrue();
    }
  }

  @Test
  void aStreamWhoseTokenHasEndedBringsNoFurtherEvent() throws Exception {
    try (Stream<String> lines = web.events("/api/events").body()) {
      Iterator<String> each = lines.filter(line -> line.startsWith("event: ")).iterator();
      assertThat(each.next()).isEqualTo("event: hello");
      HttpResponse<String> _ =
          web.send(web.own("/api/session").POST(HttpRequest.BodyPublishers.noBody()));

      String _ = web.sbp("task", "add", "after the end");

      assertThat(each.next()).isEqualTo("event: end");
    }
  }

  private long newest() throws Exception {
    return web.get("/api/timeline?limit=1")
        .array("events")
        .orElseThrow()
        .objects()
        .getFirst()
        .integer("seq")
        .orElseThrow();
  }

  @Test
  void metricsAreInTheFormatThatIsAskedForAndHaveNoTextOfAnybody() throws Exception {
    String _ = web.sbp("task", "add", "secret-title");
    String _ = web.sbp("agent", "register", "secret-agent");
    HttpResponse<String> open = metrics("application/openmetrics-text;version=1.0.0,*/*;q=0.1");
    HttpResponse<String> older = metrics("*/*");

    assertThat(open.headers().firstValue("Content-Type").orElseThrow())
        .isEqualTo("application/openmetrics-text; version=1.0.0; charset=utf-8");
    assertThat(older.headers().firstValue("Content-Type").orElseThrow())
        .isEqualTo("text/plain; version=0.0.4; charset=utf-8");
    assertThat(open.headers().firstValue("Vary")).contains("Accept");
    Map<String, Double> samples = OpenMetricsText.read(open.body());
    assertThat(samples)
        .containsEntry("sbp_tasks{state=\"pending\"}", 1.0)
        .containsKeys("sbp_agents{status=\"active\"}", "sbp_web_running_seconds_total");
    assertThat(OpenMetricsText.readOlder(older.body())).containsOnlyKeys(samples.keySet());
    assertThat(samples.get("sbp_problems{severity=\"down\"}"))
        .as("the server for peers does not run")
        .isPositive();
    assertThat(samples.get("sbp_problems{severity=\"attention\"}")).isPositive();
    assertThat(open.body() + older.body())
        .doesNotContain("secret", node.keys().publicKey().toString());
    assertThat(status(web.request("/metrics").header("Origin", "http://evil.example")))
        .isEqualTo(403);
    keep("metrics", older.body());
  }

  private HttpResponse<String> metrics(String accept) throws Exception {
    return web.send(web.request("/metrics").header("Accept", accept));
  }

  /** Keeps an answer for a look with other programs, in the folder {@code sbp.pictures}. */
  private static void keep(String name, String text) throws Exception {
    String folder = System.getProperty("sbp.pictures", "");
    if (!folder.isEmpty()) {
      Files.writeString(Path.of(folder, name + ".txt"), text);
    }
  }

  @Test
  void labelsOfMetricsAreOfClosedLists() throws Exception {
    Map<String, List<String>> values = new TreeMap<>();
    for (String sample : OpenMetricsText.readOlder(metrics("text/plain").body()).keySet()) {
      Matcher label = Pattern.compile("(\\w+)\\{(\\w+)=\"(\\w+)\"}").matcher(sample);
      if (label.matches()) {
        values
            .computeIfAbsent(label.group(1) + " " + label.group(2), _ -> new ArrayList<>())
            .add(label.group(3));
      }
    }
    assertThat(values)
        .containsOnlyKeys(
            "sbp_agents status",
            "sbp_outbox kind",
            "sbp_peers trust",
            "sbp_problems severity",
            "sbp_tasks state");
    assertThat(values.get("sbp_problems severity")).containsExactly("attention", "down");
    assertThat(values.get("sbp_tasks state")).isEqualTo(words(TaskState.values()));
    assertThat(values.get("sbp_peers trust")).isEqualTo(words(TrustState.values()));
    assertThat(words(AgentStatus.values())).containsAll(values.get("sbp_agents status"));
    assertThat(values.get("sbp_outbox kind"))
        .isEqualTo(
            Stream.concat(Words.all(OutboxKind.class).stream(), Stream.of("failed")).toList());
  }

  private static List<String> words(Enum<?>[] all) {
    return Arrays.stream(all).map(Words::of).toList();
  }

  @Test
  void theFormatOfMetricsFollowsWhatIsLikedBest() {
    OpenMetrics.Format open = OpenMetrics.Format.OPEN_METRICS;
    OpenMetrics.Format older = OpenMetrics.Format.TEXT;
    String prometheus =
        "application/openmetrics-text;version=1.0.0;q=0.5,application/openmetrics-text;"
            + "version=0.0.1;q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2";
    assertThat(OpenMetrics.Format.of(Optional.of(prometheus))).isEqualTo(open);
    assertThat(OpenMetrics.Format.of(Optional.of("application/openmetrics-text"))).isEqualTo(open);
    assertThat(OpenMetrics.Format.of(Optional.of("text/plain, application/openmetrics-text;q=0.1")))
        .isEqualTo(older);
    assertThat(OpenMetrics.Format.of(Optional.of("application/openmetrics-text;q=0")))
        .isEqualTo(older);
    assertThat(OpenMetrics.Format.of(Optional.of("*/*"))).isEqualTo(older);
    assertThat(OpenMetrics.Format.of(Optional.empty())).isEqualTo(older);
  }

  @Test
  void aChatIsALineForEachEventAsTheCommandPrintsThem() throws Exception {
    HttpResponse<String> answer =
        web.act(
            RunningWeb.action(
                "chat", JsonObject.empty().with("message", "which tasks are open?\nand why?")));

    assertThat(answer.headers().firstValue("Content-Type")).contains("application/x-ndjson");
    assertThat(answer.body().lines().findFirst().orElseThrow()).contains("\"event\":\"message\"");
    assertThat(answer.body().lines().toList().getLast())
        .contains("\"event\":\"turn\"", "\"status\":\"completed\"");
  }

  @Test
  void theRightPassphraseLetsTheOwnerDoIt() throws Exception {
    String _ = web.sbp("agent", "register", "coder");
    try (Ledger ledger = Ledger.open(node.node(), new SqliteLedgerProvider().open(node.node()))) {
      ledger.run(tx -> new OwnerPassphrase(tx).set(OWNER, "a right and long one"));
    }
    JsonObject grant =
        RunningWeb.action(
                "access grant",
                JsonObject.builder().put("who", "coder").put("tools", "mail_send").build())
            .with("passphrase", "a right and long one");

    assertThat(web.act(grant).statusCode()).isEqualTo(200);

    assertThat(web.sbp("access", "grants")).contains("coder", "mail_send");
    assertThat(web.sbp("audit", "list", "--json"))
        .contains("\"tool\": \"access_grant\"")
        .doesNotContain("a right and long one");
  }

  private void decide(ProofRule.Proof proof) {
    try (Ledger ledger = Ledger.open(node.node(), new SqliteLedgerProvider().open(node.node()))) {
      ledger.run(tx -> new ProofRule(tx).decide(OWNER, proof));
    }
  }

  @Test
  void withTerminalThePageAsksAllTheSameAndOnlyWithNoneItDoesNot() throws Exception {
    String _ = web.sbp("agent", "register", "coder");
    JsonObject grant =
        RunningWeb.action(
            "access grant",
            JsonObject.builder().put("who", "coder").put("tools", "mail_send").build());
    decide(ProofRule.Proof.TERMINAL);
    HttpResponse<String> refused = web.act(grant);
    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(refused.body())
        .contains("this needs your passphrase, and none is set")
        .contains("\"remedies\"", "sbp access passphrase && sbp access grant");
    assertThat(web.send(web.own("/api/commands")).body()).contains("\"proof\":true");

    decide(ProofRule.Proof.NONE);
    assertThat(web.send(web.own("/api/commands")).body()).doesNotContain("\"proof\":true");
    assertThat(web.act(grant).statusCode()).isEqualTo(200);
  }

  @Test
  void twentyPagesEachGetAnEventOnceAndOneTooManyIsRefused() throws Exception {
    node.configure(
        node.node().config().json().with("web", JsonObject.empty().with("max_pages", 20)));
    web.close();
    web = RunningWeb.of(node);
    List<Stream<String>> pages = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      pages.add(web.events("/api/events").body());
    }
    List<Iterator<String>> lines =
        pages.stream()
            .map(page -> page.filter(line -> line.startsWith("event: ")).iterator())
            .toList();
    lines.forEach(page -> assertThat(page.next()).isEqualTo("event: hello"));
    assertThat(status(web.own("/api/events"))).isEqualTo(503);

    String _ = web.sbp("task", "add", "for all pages");

    for (Iterator<String> page : lines) {
      assertThat(
              Stream.generate(page::next).filter(line -> !line.equals("event: node")).findFirst())
          .contains("event: ledger");
    }
    pages.forEach(Stream::close);
  }

  @Test
  void publishedRawRequestsGetTheirPublishedAnswers() throws Exception {
    HttpCases.judge(web.at("/"), HttpCases.Success.FRAMED);
  }
}
