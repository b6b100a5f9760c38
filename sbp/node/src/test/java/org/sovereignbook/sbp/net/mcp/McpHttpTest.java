package org.sovereignbook.sbp.net.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.net.httpserver.HttpCases;

/** Who is let in over HTTP, and as whom. */
class McpHttpTest {
  private static final String META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{}}";
  private static final String MODERN =
      "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: tell\r\n";
  private static final String TELL =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"tell\","
          + META
          + "}}";
  private static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
          + "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}";
  private static final String LIST = "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}";

  private static final String LISTEN =
      "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"subscriptions/listen\",\"params\":{"
          + "\"notifications\":{\"resourceSubscriptions\":[\"few://one\",\"few://secret\"]},"
          + META
          + "}}";

  private final McpChanges changes = new McpChanges();
  private final Set<String> known = ConcurrentHashMap.newKeySet();
  private McpHttp http;

  @BeforeEach
  void start() throws Exception {
    known.addAll(List.of("ada", "bob"));
    McpServer server =
        new McpServer(
            new FewTools(),
            changes,
            new McpLimits(2_048, 65_536, 4, 2, Duration.ofMinutes(1), Duration.ofSeconds(1)),
            new byte[32],
            InstantSource.system());
    http =
        McpHttp.start(
            server,
            bearer ->
                bearer
                    .map(token -> new McpCaller(token, Optional.of(token), 2))
                    .filter(it -> known.contains(it.principal())),
            0,
            InstantSource.system(),
            new SecureRandom(),
            _ -> {});
  }

  @AfterEach
  void stop() {
    http.close();
  }

  private String ask(String method, String host, String headers, String body) throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), http.endpoint().getPort())) {
      return send(socket, method, host, headers, body).lines().collect(Collectors.joining("\r\n"));
    }
  }

  private static BufferedReader send(Socket socket, String method, String headers, String body)
      throws Exception {
    return send(socket, method, "127.0.0.1", headers, body);
  }

  private static BufferedReader send(
      Socket socket, String method, String host, String headers, String body) throws Exception {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    String head =
        String.join(
            "\r\n",
            "%s /mcp HTTP/1.1",
            "Host: %s",
            "Connection: close",
            "Content-Type: application/json",
            "Accept: application/json, text/event-stream",
            "Content-Length: %d",
            "%s",
            "");
    socket
        .getOutputStream()
        .write(
            head.formatted(method, host, bytes.length, headers)
                .getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
    return new BufferedReader(
        new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
  }

  private String post(String headers, String body) throws Exception {
    return ask("POST", "127.0.0.1:" + http.endpoint().getPort(), headers, body);
  }

  private static String as(String token) {
    return "Authorization: Bearer " + token + "\r\n";
  }

  @Test
  void whoeverCallsAToolThatCannotEvenBeLoadedIsToldSo() throws Exception {
    assertThat(post(as("ada") + MODERN.replace("tell", "tear"), TELL.replace("tell", "tear")))
        .contains("-32603")
        .doesNotContain("torn");
  }

  @Test
  void aRequestIsItsTokensAndNobodyElses() throws Exception {
    assertThat(post(as("ada") + MODERN, TELL)).startsWith("HTTP/1.1 200").contains("ada is told");
    assertThat(post(as("bob") + MODERN, TELL)).contains("bob is told");
    assertThat(post(MODERN, TELL))
        .startsWith("HTTP/1.1 401")
        .containsIgnoringCase("WWW-Authenticate: Bearer")
        .contains("sbp agent token");
    assertThat(post(as("eve") + MODERN, TELL)).startsWith("HTTP/1.1 401");
    assertThat(post("Authorization: Basic ada\r\n" + MODERN, TELL)).startsWith("HTTP/1.1 401");
  }

  @ParameterizedTest
  @CsvSource({
    "evil.example.com,",
    "127.0.0.1.evil.example.com,",
    "127.0.0.1,http://evil.example.com",
    "127.0.0.1,http://localhost.evil.example.com",
    "127.0.0.1,null"
  })
  void aPageOfSomebodyElsesIsRefusedWhateverItsToken(String host, String origin) throws Exception {
    String from = origin == null ? "" : "Origin: " + origin + "\r\n";

    assertThat(ask("POST", host, as("ada") + from + MODERN, TELL)).startsWith("HTTP/1.1 403");
  }

  @Test
  void aPageOfThisMachineIsServed() throws Exception {
    String from = "Origin: http://localhost:3000\r\n";

    assertThat(ask("POST", "localhost", as("ada") + from + MODERN, TELL))
        .startsWith("HTTP/1.1 200");
  }

  @Test
  void headersThatSayAnotherThingThanTheBodyAreRefused() throws Exception {
    assertThat(post(as("ada") + MODERN.replace("tell", "talk"), TELL))
        .startsWith("HTTP/1.1 400")
        .contains("-32020");
    assertThat(post(as("ada"), TELL)).startsWith("HTTP/1.1 400").contains("-32020");
  }

  @Test
  void aSessionIsOfOneCallerAndEnds() throws Exception {
    String session = session("ada");

    assertThat(post(as("ada") + session, LIST)).startsWith("HTTP/1.1 200").contains("\"tell\"");
    assertThat(post(as("bob") + session, LIST)).startsWith("HTTP/1.1 404");
    assertThat(ask("DELETE", "localhost", as("bob") + session, "")).startsWith("HTTP/1.1 404");
    assertThat(ask("DELETE", "localhost", as("ada") + session, "")).startsWith("HTTP/1.1 204");
    assertThat(post(as("ada") + session, LIST)).startsWith("HTTP/1.1 404");
    assertThat(post(as("ada"), LIST)).startsWith("HTTP/1.1 400");
  }

  @Test
  void thereAreOnlySoManySessionsAndTheIdleOneGoesFirst() throws Exception {
    String first = session("ada");
    String second = session("ada");
    assertThat(post(as("ada") + first, LIST)).startsWith("HTTP/1.1 200");
    String third = session("bob");

    assertThat(post(as("ada") + second, LIST)).startsWith("HTTP/1.1 404");
    assertThat(post(as("ada") + first, LIST)).startsWith("HTTP/1.1 200");
    assertThat(post(as("bob") + third, LIST)).startsWith("HTTP/1.1 200");
  }

  private String session(String token) throws Exception {
    Matcher id = Pattern.compile("(?i)mcp-session-id: (\\S+)").matcher(post(as(token), INITIALIZE));
    assertThat(id.find()).isTrue();
    return "Mcp-Session-Id: " + id.group(1) + "\r\n";
  }

  @Test
  void whoWantsASessionTooManyLosesOneOfItsOwn() throws Exception {
    String bobs = session("bob");
    String first = session("ada");
    String second = session("ada");

    assertThat(post(as("bob") + bobs, LIST)).startsWith("HTTP/1.1 200");
    assertThat(post(as("ada") + first, LIST)).startsWith("HTTP/1.1 404");
    assertThat(post(as("ada") + second, LIST)).startsWith("HTTP/1.1 200");
  }

  @Test
  void aStreamTellsWhatItsCallerMayHearAndNothingOnceItsTokenHasEnded() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), http.endpoint().getPort())) {
      BufferedReader told = listen(socket, "ada");
      assertThat(until(told, "acknowledged")).contains("few://one").doesNotContain("secret");
      changes.resourceUpdated("few://one", Optional.empty());
      assertThat(until(told, "updated")).contains("few://one");

      known.remove("ada");
      changes.reauthenticate();
      changes.resourceUpdated("few://one", Optional.empty());

      assertThat(told.lines().toList()).noneMatch(line -> line.contains("updated"));
    }
  }

  /** The event itself wakes the stream, which looks at its token before it tells anything. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aChangeAfterTheTokenHasEndedIsNotTold(boolean isSession) throws Exception {
    String session = session("ada");
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), http.endpoint().getPort())) {
      BufferedReader told =
          isSession ? send(socket, "GET", as("ada") + session, "") : listen(socket, "ada");
      String _ = until(told, isSession ? ":" : "acknowledged");

      known.remove("ada");
      changes.listChanged("tools", Optional.empty());
      changes.resourceUpdated("few://one", Optional.empty());
      changes.reauthenticate();

      assertThat(told.lines().toList())
          .noneMatch(line -> line.contains("notifications/tools") || line.contains("updated"));
    }
  }

  @Test
  void onlySoManyStreamsOfOneCallerAreOpen() throws Exception {
    String session = session("ada");
    List<Socket> open = new ArrayList<>();
    try {
      for (int i = 0; i < 4; i++) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), http.endpoint().getPort());
        open.add(socket);
        BufferedReader told = send(socket, "GET", as("ada") + session, "");
        assertThat(until(told, ":")).startsWith("HTTP/1.1 200");
      }

      assertThat(ask("GET", "localhost", as("ada") + session, "")).startsWith("HTTP/1.1 429");
    } finally {
      for (Socket socket : open) {
        socket.close();
      }
    }
  }

  private static BufferedReader listen(Socket socket, String token) throws Exception {
    String headers = "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: subscriptions/listen\r\n";
    return send(socket, "POST", as(token) + headers, LISTEN);
  }

  /** All up to the line that has this. */
  private static String until(BufferedReader lines, String text) throws Exception {
    StringBuilder all = new StringBuilder();
    String line = "";
    while (!line.contains(text)) {
      line = lines.readLine();
      assertThat(line).as(all.toString()).isNotNull();
      all.append(line).append('\n');
    }
    return all.toString();
  }

  @Test
  void whatIsTooLargeOrOfAnotherKindIsRefused() throws Exception {
    assertThat(post(as("ada") + MODERN, "\"" + "x".repeat(4_000) + "\""))
        .startsWith("HTTP/1.1 413");
    assertThat(ask("PUT", "localhost", as("ada"), "{}")).startsWith("HTTP/1.1 405");
    assertThat(ask("GET", "localhost", as("ada"), "")).startsWith("HTTP/1.1 405");
    assertThat(post(as("ada") + MODERN, "[]")).startsWith("HTTP/1.1 400").contains("-32600");
  }

  @Test
  void publishedRawRequestsGetTheirPublishedAnswers() throws Exception {
    HttpCases.judge(http.endpoint(), HttpCases.Success.FRAMED);
  }
}
