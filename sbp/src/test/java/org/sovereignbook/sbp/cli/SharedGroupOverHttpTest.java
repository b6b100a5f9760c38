package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.base.protocol.GroupMail;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.node.KeyFile;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.testing.Eventually;
import org.sovereignbook.sbp.testing.FreePorts;
import org.sovereignbook.sbp.testing.TestKeys;

/**
 * Two nodes share a group over HTTP, each of their servers a process; a third node, Carol's, is an
 * old program that knows no shared groups, and lies.
 */
@Tag("trial")
@Order(0)
@DisabledOnOs(OS.WINDOWS)
class SharedGroupOverHttpTest {
  private static final KeyPair CAROL = TestKeys.named("carol");

  @TempDir private Path folder;
  private ProcessNode ada;
  private ProcessNode bob;
  private Process adaServes;
  private Process bobServes;
  private int port;
  private HttpServer carol;

  @BeforeEach
  void makeNodes() throws Exception {
    port = FreePorts.of(3);
    ada = ProcessNode.init(folder, "ada", port);
    bob = ProcessNode.init(folder, "bob", port + 1);
    adaServes = serve(ada, port);
    bobServes = serve(bob, port + 1);
    carol = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port + 2), 0);
    carol.createContext("/", this::oldProgram);
    carol.start();
    ada.run("peers", "add", url(port + 1));
    bob.run("peers", "add", url(port));
    bob.run("agent", "register", "helper", "--mail", "peers");
    ada.run("group", "create", "crew");
    ada.run("group", "add", "crew", "helper@bob");
  }

  @AfterEach
  void stop() throws Exception {
    carol.stop(0);
    for (Process process : List.of(adaServes, bobServes)) {
      process.destroy();
      int _ = process.waitFor();
    }
  }

  private static String url(int port) {
    return "http://127.0.0.1:" + port;
  }

  private static Process serve(ProcessNode node, int port) throws IOException {
    Process process = node.start("serve");
    Eventually.holds("it listens", () -> listens(port));
    return process;
  }

  private static boolean listens(int port) {
    try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Answers as a program of before there were shared groups. */
  private void oldProgram(HttpExchange exchange) throws IOException {
    boolean isIdentity = exchange.getRequestURI().getPath().equals("/identity");
    JsonObject answer =
        isIdentity
            ? IdentityDocument.create(
                    CAROL,
                    new IdentityDocument.Claims(
                        "carol", endpoint(), Optional.empty(), Optional.empty()),
                    Node.at(ada.folder()).now())
                .json()
            : JsonObject.builder()
                .put("error", "unknown-message-type")
                .put("message", "message_type is none of these")
                .build();
    byte[] bytes = JsonWriter.compact(answer).getBytes(StandardCharsets.UTF_8);
    try (exchange) {
      byte[] _ = exchange.getRequestBody().readAllBytes();
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(isIdentity ? 200 : 400, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private Endpoint endpoint() {
    return Endpoint.parse(url(port + 2));
  }

  private static void takeAndSend(ProcessNode node) throws Exception {
    node.run("reader-pre");
    node.run("deliver");
  }

  private String groupAtBob() throws Exception {
    return bob.json("group", "list", "--json").array("groups").orElseThrow().objects().stream()
        .findFirst()
        .flatMap(group -> group.string("id"))
        .orElseThrow();
  }

  /** Posts a part of Ada's group as Carol, who is a peer and no member. Returns the status. */
  private int lie(GroupMail.Part part) throws Exception {
    Node node = Node.at(ada.folder());
    KeyPair keys = KeyFile.load(node.disk(), node.home().keypair());
    JsonObject envelope =
        Envelope.sign(
            Envelope.build(
                MessageType.MEMORY,
                new GroupMail(new GroupMail.Group(keys.publicKey(), "crew"), part).payload(),
                CAROL.publicKey(),
                endpoint(),
                keys.publicKey(),
                node.now()),
            CAROL);
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(
              HttpRequest.newBuilder(URI.create(url(port) + "/message"))
                  .header("Content-Type", "application/json")
                  .POST(HttpRequest.BodyPublishers.ofString(JsonWriter.compact(envelope)))
                  .build(),
              HttpResponse.BodyHandlers.discarding())
          .statusCode();
    }
  }

  @Test
  void whatOneWritesTheOtherFindsAlsoAfterAnAbsenceAndALiarChangesNothing() throws Exception {
    ada.run("deliver");
    takeAndSend(bob);
    String there = groupAtBob();
    bob.run("memory", "add", "--as", "helper", "--in", there, "--id", "door", "a blue door");
    bobServes.destroy();
    int _ = bobServes.waitFor();
    ada.run("memory", "add", "--in", "crew", "--id", "inn", "the inn is full");
    takeAndSend(ada);
    assertThat(other("waiting")).isEqualTo(1);

    ada.run("peers", "add", url(port + 2));
    assertThat(lie(new GroupMail.Leave(List.of("helper")))).isEqualTo(202);
    assertThat(
            lie(
                new GroupMail.ReceiptList(
                    List.of(
                        new GroupMail.Receipt(
                            "list", "2", GroupMail.ReceiptStatus.REFUSED, Optional.of("closed"))))))
        .isEqualTo(202);
    bobServes = serve(bob, port + 1);
    bob.run("deliver");
    takeAndSend(ada);
    ada.run("outbox", "retry", "--all");
    ada.run("deliver");
    takeAndSend(bob);
    ada.run("reader-pre");

    assertThat(bob.run("memory", "search", "inn", "--as", "helper")).contains("the inn is full");
    assertThat(ada.run("memory", "search", "door")).contains("a blue door");
    assertThat(other("waiting") + other("unconfirmed") + other("refused")).isZero();
    assertThat(ada.run("group", "show", "crew")).contains("helper (member)");

    ada.run("group", "remove", "crew", "helper@bob");
    ada.run("memory", "add", "--in", "crew", "--id", "secret", "the gate opens at six");
    ada.run("deliver");
    bob.run("reader-pre");
    assertThat(bob.run("memory", "search", "gate", "--as", "helper")).doesNotContain("six");
  }

  private long other(String count) throws Exception {
    return ada.json("group", "show", "crew", "--json")
        .array("nodes")
        .map(JsonArray::objects)
        .orElseThrow()
        .getFirst()
        .integer(count)
        .orElseThrow();
  }

  @Test
  void theSenderShowsThatAnOldProgramKnowsNoSharedGroups() throws Exception {
    ada.run("peers", "add", url(port + 2));
    ada.run("group", "add", "crew", "scout@carol");
    ada.run("deliver");
    ada.run("deliver");

    assertThat(ada.run("group", "show", "crew")).contains("unknown-message-type");
  }
}
