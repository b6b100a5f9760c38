package org.sovereignbook.sbp.plugins.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.testing.Eventually;
import org.sovereignbook.sbp.testing.FreePorts;

/** An Ethereum chain of this machine, ganache from npm, with the registries of the tests on it. */
final class LocalChain implements AutoCloseable {
  /** Keys of accounts that have coins on it, from the words that it always begins with. */
  static final List<String> KEYS =
      List.of(
          "4f3edf983ac636a65a842ce7c78d9aa706d3b113bce9c46f30d7d21715b23b1d",
          "6cbed15c793ce57650b9877cf6fa156fbef513c4e6134f022a85b1ffdd59b2a1",
          "6370fd033278c143179d81c5526140625662b8daa446c22ee2d73db3707e620c");

  private static final int WORD_DIGITS = 64;

  private final Process process;
  private final URI url;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private LocalChain(Process process, URI url) {
    this.process = process;
    this.url = url;
  }

  static LocalChain start(Path folder) throws PublishedCli.UnavailableException, IOException {
    Path node = PublishedCli.named("node").installed();
    Path ganache = PublishedCli.named("ganache").installed();
    int port = FreePorts.of(1);
    ProcessBuilder builder =
        new ProcessBuilder(
                node.toString(),
                ganache.toString(),
                "--server.host",
                "127.0.0.1",
                "--server.port",
                Integer.toString(port),
                "--wallet.deterministic")
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("chain.log").toFile());
    LocalChain chain = new LocalChain(builder.start(), URI.create("http://127.0.0.1:" + port));
    Eventually.holds("the chain answers", chain::answers);
    return chain;
  }

  URI url() {
    return url;
  }

  private boolean answers() {
    try {
      return call("eth_chainId") instanceof JsonString;
    } catch (IOException e) {
      assertThat(process.isAlive()).isTrue();
      return false;
    }
  }

  /** Puts both registries on the chain, and returns the address of the Reputation Registry. */
  String registries(String version) throws IOException {
    String identity = deployed(code("TestIdentityRegistry"));
    String word = "0".repeat(WORD_DIGITS - 40) + identity.substring(2);
    String text = HexFormat.of().formatHex(version.getBytes(UTF_8));
    return deployed(
        code("TestReputationRegistry")
            + word
            + "%064x%064x".formatted(64, version.length())
            + text
            + "0".repeat(WORD_DIGITS - text.length()));
  }

  private static String code(String contract) throws IOException {
    try (InputStream hex = LocalChain.class.getResourceAsStream("/" + contract + ".hex")) {
      return new String(hex.readAllBytes(), UTF_8).strip();
    }
  }

  private String deployed(String code) throws IOException {
    JsonArray accounts = (JsonArray) call("eth_accounts");
    JsonObject creation =
        JsonObject.builder()
            .put("from", accounts.values().getFirst())
            .put("data", "0x" + code)
            .put("gas", "0x5b8d80")
            .build();
    JsonValue hash = call("eth_sendTransaction", creation);
    JsonObject receipt = (JsonObject) call("eth_getTransactionReceipt", hash);
    return receipt.string("contractAddress").orElseThrow();
  }

  /** Stops or starts the making of blocks. */
  void mines(boolean isOn) throws IOException {
    assertThat(call(isOn ? "miner_start" : "miner_stop")).isNotNull();
  }

  JsonValue call(String method, JsonValue... parameters) throws IOException {
    JsonObject request =
        JsonObject.builder()
            .put("jsonrpc", "2.0")
            .put("id", 1)
            .put("method", method)
            .put("params", JsonArray.of(parameters))
            .build();
    HttpRequest post =
        HttpRequest.newBuilder(url)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(JsonWriter.compact(request)))
            .build();
    try {
      byte[] body = http.send(post, HttpResponse.BodyHandlers.ofByteArray()).body();
      JsonObject answer = (JsonObject) JsonReader.file(body);
      return answer
          .get("result")
          .orElseThrow(() -> new AssertionError(method + ": " + JsonWriter.compact(answer)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    } catch (MalformedJson e) {
      throw new AssertionError(method, e);
    }
  }

  @Override
  public void close() {
    http.close();
    process.destroyForcibly();
    assertThat(process.onExit().join().isAlive()).isFalse();
  }
}
