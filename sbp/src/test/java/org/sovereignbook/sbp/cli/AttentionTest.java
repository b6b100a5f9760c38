package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Approval;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.testing.TestNode;

/**
 * Whoever {@code on_attention} names is told once of what needs the owner, and again if it failed.
 */
class AttentionTest {
  @TempDir Path folder;
  private final List<String> told = new CopyOnWriteArrayList<>();
  private final AtomicInteger answer = new AtomicInteger(500);
  private TestNode node;
  private CliTest cli;
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    node = TestNode.in(folder);
    cli = CliTest.in(folder);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/told",
        exchange -> {
          told.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          exchange.sendResponseHeaders(answer.get(), -1);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void tell(String to) {
    assertThat(cli.run("config", "set", "on_attention", to).err()).isEmpty();
  }

  private void tellByAddress() {
    tell("http://127.0.0.1:" + server.getAddress().getPort() + "/told");
  }

  private String tick() {
    CliTest.Ran ran = cli.run("tick");
    return ran.out() + ran.err();
  }

  private void refuse() {
    cli.run("agent", "register", "coder", "--tools", "task_*");
    cli.run("mail", "send", "author", "hello", "--as", "coder");
  }

  private void draft() {
    Node of = node.node();
    Timestamp now = of.now();
    Approval draft =
        Approval.draft("d-1", "reader", "News", "It is.", now, now.plus(Duration.ofHours(1)));
    node.store().commit(new ChangeSet().add(draft.put()));
  }

  private void changeHook() throws IOException {
    cli.run("hook", "new", "welcome", "--sh");
    cli.run("hook", "accept", "welcome");
    Files.writeString(
        node.home().root().resolve("runtime/hooks/welcome.sh"),
        "# changed\n",
        StandardOpenOption.APPEND);
  }

  /** Told by an address that fails first. */
  private void isToldOnceByAddress(String what) {
    tellByAddress();
    assertThat(tick()).contains("on_attention was not notified").contains("127.0.0.1 answers 500");
    assertThat(told).hasSize(1);
    answer.set(204);
    assertThat(tick()).doesNotContain("on_attention");
    assertThat(told).hasSize(2);
    assertThat(told.getLast()).contains(what);
    assertThat(tick()).doesNotContain("on_attention");
    assertThat(told).as("once").hasSize(2);
  }

  private List<String> mails() {
    return cli
        .run("mail", "list", "--as", "author", "--all", "--json")
        .json()
        .array("mail")
        .orElseThrow()
        .objects()
        .stream()
        .map(mail -> mail.string("id"))
        .flatMap(Optional::stream)
        .toList();
  }

  /** Told by mail to nobody, then to an agent. */
  private void isToldOnceByMail(String what) {
    tell("mail:nobody");
    assertThat(tick()).contains("on_attention was not notified").contains("nobody");
    tell("mail:author");
    assertThat(tick()).doesNotContain("on_attention");
    List<String> first = mails();
    assertThat(first).hasSize(1);
    assertThat(tick()).doesNotContain("on_attention");
    assertThat(mails()).as("once").isEqualTo(first);
    assertThat(cli.run("mail", "read", first.getFirst(), "--as", "author").out()).contains(what);
  }

  @Test
  void ofARequestByAddress() {
    refuse();
    isToldOnceByAddress("has no tool mail_send");
    assertThat(told.getLast()).contains("\"requests\":[\"");
  }

  @Test
  void ofARequestByMail() {
    refuse();
    isToldOnceByMail("has no tool mail_send");
  }

  @Test
  void ofADraftByAddress() {
    draft();
    isToldOnceByAddress("reader drafted a draft");
    assertThat(told.getLast()).contains("\"drafts\":[\"d-1\"]");
  }

  @Test
  void ofADraftByMail() {
    draft();
    isToldOnceByMail("reader drafted a draft");
  }

  @Test
  void ofAHookByAddress() throws IOException {
    changeHook();
    isToldOnceByAddress("hook welcome has changed");
    assertThat(told.getLast()).contains("\"hooks\":[\"welcome\"]");
  }

  @Test
  void ofAHookByMail() throws IOException {
    changeHook();
    isToldOnceByMail("hook welcome has changed");
  }
}
