package org.sovereignbook.sbp.net.httpserver;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.crypto.Vectors;
import org.sovereignbook.sbp.base.json.JsonObject;

/** The published raw requests of {@code http11-cases.json}, and the judge of their answers. */
public final class HttpCases {
  private static final int CASES = 137;
  private static final int PATIENCE_MILLIS = 60_000;
  private static final Pattern STATUS = Pattern.compile("(?m)^HTTP/1\\.1 ([0-9]{3}) ");

  /**
   * The published text shows a question mark for each byte beyond ASCII: the bytes are put back.
   */
  private static final Map<String, Map.Entry<String, String>> LOST_BYTES =
      Map.of(
          "MAL-NON-ASCII-URL", Map.entry("caf??", "caf\u00c3\u00a9"),
          "MAL-URL-OVERLONG-UTF8", Map.entry("/??", "/\u00c0\u00af"),
          "MAL-NON-ASCII-HEADER-NAME", Map.entry("X-T??st", "X-T\u00c3\u00a9st"));

  private HttpCases() {}

  /** Meaning of a success: of an echo, or of a server that judges the request itself. */
  public enum Success {
    /** A 2xx. */
    ECHOED,
    /** Framed rightly: any answer about the request's meaning, such as 404, but no 400. */
    FRAMED
  }

  /** Sends every case to a server on the loopback, and asserts that each gets its answer. */
  public static void judge(URI server, Success success) throws IOException {
    List<JsonObject> cases = Vectors.list("http11-cases", "cases");
    assertThat(cases).hasSize(CASES);
    List<String> failures = new ArrayList<>();
    for (JsonObject each : cases) {
      String id = each.string("id").orElseThrow();
      String expected = each.string("expected").orElseThrow();
      String answer = answer(server, raw(each, server));
      if (!isExpected(expected, answer, success)) {
        failures.add(id + ": expected " + expected + ", was " + answer.lines().findFirst());
      }
    }
    assertThat(failures).isEmpty();
  }

  private static String raw(JsonObject each, URI server) {
    String raw = each.string("raw").orElseThrow().replace("localhost:8080", server.getAuthority());
    Map.Entry<String, String> lost = LOST_BYTES.get(each.string("id").orElseThrow());
    if (lost == null) {
      return raw;
    }
    assertThat(raw).contains(lost.getKey());
    return raw.replace(lost.getKey(), lost.getValue());
  }

  private static String answer(URI server, String raw) throws IOException {
    try (Socket socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), server.getPort())) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      try {
        socket.getOutputStream().write(raw.getBytes(ISO_8859_1));
        // What is incomplete stays so; the server need not wait for the rest.
        socket.shutdownOutput();
      } catch (SocketException e) {
        // It has its answer already.
      }
      return new String(Echo.untilClosed(socket), ISO_8859_1);
    }
  }

  private static boolean isExpected(String expected, String answer, Success success) {
    List<String> statuses =
        STATUS
            .matcher(answer)
            .results()
            .map(match -> match.group(1))
            .filter(status -> !status.startsWith("1") || status.equals("101"))
            .toList();
    if (statuses.size() > 1) {
      return false; // Something was smuggled.
    }
    OptionalInt status = statuses.stream().mapToInt(Integer::parseInt).findFirst();
    boolean isClosed = answer.contains("\r\nConnection: close\r\n");
    if (expected.equals("!101")) {
      return status.isPresent() && status.getAsInt() != 101;
    }
    if (expected.equals("2xx + close")) {
      return isSuccess(status, success) && isClosed;
    }
    boolean isFine = expected.contains("2xx") && isSuccess(status, success);
    // A closed connection is a refusal only without a success.
    boolean isRefused = status.isEmpty() || (isClosed && status.getAsInt() >= 400);
    isFine |= (expected.contains("close") || expected.contains("timeout")) && isRefused;
    Matcher numbers = Pattern.compile("[1-5][0-9]{2}").matcher(expected);
    while (numbers.find()) {
      boolean isEcho = numbers.group().equals("200");
      isFine |= status.equals(OptionalInt.of(Integer.parseInt(numbers.group())));
      isFine |= isEcho && isSuccess(status, success);
    }
    return isFine;
  }

  private static boolean isSuccess(OptionalInt status, Success success) {
    return status.isPresent()
        && (success == Success.ECHOED
            ? status.getAsInt() / 100 == 2
            : status.getAsInt() != 400 && status.getAsInt() < 500);
  }
}
