package org.sovereignbook.sbp.net.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.MalformedJson;

/** Lines that no good client sends: each is answered under its id, and nothing ends by it. */
@PropertyDefaults(tries = 300, edgeCases = EdgeCasesMode.NONE)
class HostileLinesTest {
  private static final int MOST = 2_048;
  private static final String META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{}}";
  private static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
          + "\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}";
  private static final String AFTER =
      "{\"jsonrpc\":\"2.0\",\"id\":\"after\",\"method\":\"tools/call\",\"params\":{\"name\":"
          + "\"tell\","
          + META
          + "}}";

  private static McpServer server() {
    return new McpServer(
        new FewTools(),
        new McpChanges(),
        new McpLimits(MOST, MOST, 4, 4, Duration.ofMinutes(1), Duration.ofSeconds(5)),
        new byte[32],
        InstantSource.system());
  }

  private static JsonObject json(String text) {
    try {
      return (JsonObject) JsonReader.file(text.getBytes(StandardCharsets.UTF_8));
    } catch (MalformedJson e) {
      throw new AssertionError(text, e);
    }
  }

  /** What a client with a session is answered to these lines, notifications left out. */
  private static List<JsonObject> answers(byte[] line) throws Exception {
    ByteArrayOutputStream in = new ByteArrayOutputStream();
    in.writeBytes((INITIALIZE + "\n").getBytes(StandardCharsets.UTF_8));
    in.writeBytes(line);
    in.writeBytes(("\n" + AFTER + "\n").getBytes(StandardCharsets.UTF_8));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new McpStdio(server(), _ -> Optional.of(FewTools.CALLER), out, _ -> {})
        .serve(new ByteArrayInputStream(in.toByteArray()));
    List<JsonObject> answers = new ArrayList<>();
    for (String each : out.toString(StandardCharsets.UTF_8).lines().toList()) {
      JsonObject answer = json(each);
      if (!answer.get("id").equals(Optional.of(new JsonInteger(0))) && !answer.has("method")) {
        answers.add(answer);
      }
    }
    return answers;
  }

  private static Optional<JsonValue> idOfTheRefusal(String line) throws Exception {
    List<JsonObject> answers = answers(line.getBytes(StandardCharsets.UTF_8));
    assertThat(answers).hasSize(2);
    JsonObject refused =
        answers.stream().filter(it -> it.has("error")).findFirst().orElseThrow(AssertionError::new);
    return refused.get("id");
  }

  static Stream<String> unreadable() {
    String long7 = "x".repeat(MOST);
    return Stream.of(
            "{'jsonrpc':'2.0','id':7,'method':'tools/call','params':{'name':'\\ud800'}}",
            "{'method':'m','params':{'a':1,'a':2},'jsonrpc':'2.0','id':7}",
            "{'method':'m','params':{'a':1e999999},'jsonrpc':'2.0','id':7}",
            "{'method':'m','params':{'a':123456789012345678901234567890},'id':7}",
            "{'id':7,'method':'m','params':" + "[".repeat(200) + "]".repeat(200) + "}",
            "{'id':7,'method':'m','params':" + "{'a':".repeat(200) + "1" + "}".repeat(200) + "}",
            "{'id':7,'method':'m','params':{'a':'" + long7 + "'}}",
            "{'method':'m','params':{'a':'" + long7 + "'},'jsonrpc':'2.0','id':7}",
            "{'id':7,'method':'m','params':{'a':tru}}",
            "{'id':7,'method':'m','params':{'a':[1,2",
            "{'id':7,'id':7,'method':'m'}",
            "{'id':7.0,'method':'m','params':{'a':01}}",
            "{'id':7e0,'method':'m','params':{'a':1e500}}",
            "{ '\\u0069d' : 7 , 'method' : 'm' , 'params' : nonsense }",
            "\ufeff{'id':7,'method':'m'}",
            "{'a':{'id':8},'b':['id',9],'c':'\\'id\\':3','id':7,'method':'m',}")
        .map(line -> line.replace('\'', '"'));
  }

  @ParameterizedTest
  @MethodSource("unreadable")
  void whatCannotBeReadIsAnsweredUnderItsId(String line) throws Exception {
    assertThat(idOfTheRefusal(line)).contains(new JsonInteger(7));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"id\":7,\"method\":\"m\",\"id\":8,\"params\":nonsense}",
        "{\"id\":7,\"result\":nonsense}",
        "{\"params\":{\"id\":7,\"method\":\"m\"},\"jsonrpc\":nonsense}",
        "{\"id\":[7],\"method\":\"m\",\"params\":nonsense}",
        "[{\"id\":7,\"method\":\"m\",\"params\":nonsense}]",
        "{\"params\":[},\"id\":7,\"method\":\"m\"}",
        "\"id\":7,\"method\":\"m\""
      })
  void anIdThatMayBeAnothersIsNotUsed(String line) throws Exception {
    assertThat(idOfTheRefusal(line)).isEmpty();
  }

  @Test
  void anIdOfTextIsFoundWithItsEscapes() {
    byte[] line =
        "{\"id\":\"a\\\"\\u00e9\",\"method\":\"m\",\"x\":?}".getBytes(StandardCharsets.UTF_8);
    assertThat(RequestIdFinder.in(line)).contains(new JsonString("a\"\u00e9"));
  }

  @Test
  void ofALongTextOnlyALittleIsKept() {
    RequestIdFinder finder = new RequestIdFinder();
    finder.take("{\"method\":\"m\",\"params\":{\"text\":\"".getBytes(StandardCharsets.UTF_8));
    for (int i = 0; i < 100_000; i++) {
      finder.take("0123456789".getBytes(StandardCharsets.UTF_8));
    }
    finder.take("\"},\"id\":\"last\"".getBytes(StandardCharsets.UTF_8));
    assertThat(finder.id()).contains(new JsonString("last"));
  }

  @Property
  void noLineEndsTheConnectionOrIsAFaultOfTheServer(@ForAll("lines") byte[] line) throws Exception {
    List<JsonObject> answers = answers(line);
    assertThat(answers).anySatisfy(it -> assertThat(it.string("id")).contains("after"));
    assertThat(answers).noneMatch(it -> it.toString().contains("-32603"));
  }

  @Property
  void noBodyIsAFaultOfTheServerOverHttp(@ForAll("lines") byte[] body) throws Exception {
    List<String> faults = new ArrayList<>();
    try (McpHttp http =
        McpHttp.start(
            server(),
            _ -> Optional.of(FewTools.CALLER),
            0,
            InstantSource.system(),
            new SecureRandom(),
            faults::add)) {
      String answer = post(http, body);
      assertThat(answer).startsWith("HTTP/1.1 ").doesNotContain("-32603", "HTTP/1.1 5");
      assertThat(post(http, AFTER.getBytes(StandardCharsets.UTF_8))).contains("owner is told");
      assertThat(faults).isEmpty();
    }
  }

  private static String post(McpHttp http, byte[] body) throws IOException {
    String head =
        """
        POST /mcp HTTP/1.1
        Host: 127.0.0.1
        Connection: close
        Content-Type: application/json
        Accept: application/json, text/event-stream
        Authorization: Bearer t
        MCP-Protocol-Version: 2026-07-28
        Mcp-Method: tools/call
        Mcp-Name: tell
        Content-Length: %d

        """
            .replace("\n", "\r\n");
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), http.endpoint().getPort());
        InputStream in = socket.getInputStream()) {
      socket
          .getOutputStream()
          .write(head.formatted(body.length).getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().write(body);
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Requests with values that do not belong there, and the same with a few bytes changed. */
  @Provide
  Arbitrary<byte[]> lines() {
    Arbitrary<String> value =
        Arbitraries.of(
            "null",
            "true",
            "5.0",
            "1e1",
            "1e400",
            "-0",
            "1000000000000000000",
            "\"\"",
            "\"tell\"",
            "99999999999999999999999",
            "\"\\u0000\"",
            "\"\\ud800\"",
            "\"😀\"",
            "[]",
            "[[]]",
            "{}",
            "{\"a\":1,\"a\":2}",
            "\"2026-07-28\"",
            "\"2025-06-18\"",
            "\"warning\"",
            "\"few://one\"",
            "[".repeat(70) + "]".repeat(70),
            "\"" + "y".repeat(MOST) + "\"",
            "\"MA\"",
            "-1",
            "1.5");
    Arbitrary<String> method =
        Arbitraries.of(
            "initialize",
            "ping",
            "tools/call",
            "tools/list",
            "prompts/get",
            "prompts/list",
            "resources/read",
            "resources/list",
            "resources/templates/list",
            "completion/complete",
            "resources/subscribe",
            "resources/unsubscribe",
            "logging/setLevel",
            "server/discover",
            "notifications/cancelled",
            "notifications/initialized",
            "\\u0000",
            "none");
    Arbitrary<String> member =
        Combinators.combine(
                Arbitraries.of(
                    "name",
                    "arguments",
                    "cursor",
                    "uri",
                    "level",
                    "requestId",
                    "ref",
                    "argument",
                    "protocolVersion",
                    "capabilities",
                    "notifications",
                    "inputResponses",
                    "_meta",
                    "requestState",
                    "progressToken",
                    "clientInfo"),
                value)
            .as((name, is) -> "\"" + name + "\":" + is);
    Arbitrary<String> request =
        Combinators.combine(value, method, member.list().ofMaxSize(5), Arbitraries.of(true, false))
            .as(
                (id, called, members, isModern) ->
                    "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"%s\",\"params\":{%s}}"
                        .formatted(
                            id,
                            called,
                            String.join(
                                ",",
                                isModern
                                    ? Stream.concat(members.stream(), Stream.of(META)).toList()
                                    : members)));
    Arbitrary<byte[]> whole = request.map(text -> text.getBytes(StandardCharsets.UTF_8));
    Arbitrary<byte[]> broken =
        Combinators.combine(whole, Arbitraries.integers().between(0, 400), Arbitraries.bytes())
            .as(
                (bytes, at, with) -> {
                  byte[] changed = bytes.clone();
                  changed[at % changed.length] = with;
                  return changed;
                });
    Arbitrary<byte[]> noise = Arbitraries.bytes().array(byte[].class).ofMaxSize(60);
    return Arbitraries.oneOf(List.of(whole, broken, noise));
  }
}
