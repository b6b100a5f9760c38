package org.sovereignbook.sbp.plugins.email;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.store.FolderException;
import com.icegreen.greenmail.user.GreenMailUser;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import jakarta.mail.Flags;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.testkit.InProcessProgram;
import org.sovereignbook.sbp.testkit.InstalledProgram;
import org.sovereignbook.sbp.testkit.PackedPlugin;

/** A node with a mail account on a server of the test, and the mailbox of its owner there. */
abstract class MailScene {
  static final String AGENT = "agent@example.org";
  static final String OWNER = "ann@example.org";
  static final String SERVER = "mx.example.org";
  static final String PROVEN =
      "Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\r\n";

  @TempDir Path folder;
  final MailServer mail = new MailServer();
  StepClock clock;
  private InProcessProgram program;

  /** Mail server with the accounts of the agent and the owner. */
  static final class MailServer {
    private final GreenMail server =
        new GreenMail(
            new ServerSetup[] {
              new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP),
              new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_IMAP)
            });

    void start() {
      server.start();
      user(AGENT);
      user(OWNER);
    }

    void user(String address) {
      GreenMailUser _ = server.setUser(address, address, "secret");
    }

    void stop() {
      server.stop();
    }

    int smtp() {
      return server.getSmtp().getPort();
    }

    int imap() {
      return server.getImap().getPort();
    }

    private GreenMailUser account(String address) {
      return server.getUserManager().getUserByEmail(address);
    }

    /** Lets a mail arrive at the agent's mailbox, as the server has stored it. */
    void deliver(String raw) {
      account(AGENT).deliver(parsed(raw));
    }

    /** Stores a mail in the agent's mailbox that has arrived at a time. */
    void deliver(String raw, Instant at) {
      try {
        server
            .getManagers()
            .getImapHostManager()
            .getInbox(account(AGENT))
            .appendMessage(parsed(raw), new Flags(), Date.from(at));
      } catch (FolderException e) {
        throw new AssertionError(e);
      }
    }

    private static MimeMessage parsed(String raw) {
      try {
        return new MimeMessage(
            Session.getInstance(new Properties()),
            new ByteArrayInputStream(raw.getBytes(StandardCharsets.UTF_8)));
      } catch (MessagingException e) {
        throw new AssertionError(e);
      }
    }

    /** Deletes all mails in a mailbox. */
    void empty(String address) {
      try {
        server.getManagers().getImapHostManager().getInbox(account(address)).deleteAllMessages();
      } catch (FolderException e) {
        throw new AssertionError(e);
      }
    }

    /** Returns the mails in a mailbox, the oldest first. */
    List<MimeMessage> mails(String address) {
      try {
        List<MimeMessage> mails = new ArrayList<>();
        for (var stored :
            server.getManagers().getImapHostManager().getInbox(account(address)).getMessages()) {
          mails.add(stored.getMimeMessage());
        }
        return mails;
      } catch (FolderException e) {
        throw new AssertionError(e);
      }
    }
  }

  /** A clock that a test moves; who waits on it waits no longer than an instant. */
  static final class StepClock implements InstantSource {
    private Duration ahead = Duration.ZERO;

    @Override
    public synchronized Instant instant() {
      return Instant.now().plus(ahead);
    }

    synchronized void pass(Duration time) {
      ahead = ahead.plus(time);
    }
  }

  @BeforeEach
  void make() throws IOException {
    mail.start();
    clock = new StepClock();
    Path plugins = Files.createDirectories(folder.resolve("plugins"));
    PackedPlugin.into(plugins, EmailAdapter.class, "channel-email", "channel:email");
    Map<String, String> environment = new TreeMap<>();
    environment.put("PATH", System.getenv("PATH"));
    environment.put("HOME", folder.toString());
    environment.put("SBP_BUNDLED_PLUGINS", plugins.toString());
    environment.put("MAIL_PASSWORD", "secret");
    environment.put(NodeHome.ACCEPT_VARIABLE, "1");
    Path home = Files.createDirectories(folder.resolve("node"));
    program = new InProcessProgram(home, clock, environment);
    String _ = done("init", "--local", "--name", "Ada", "--llm", "builtin");
  }

  @AfterEach
  void stop() {
    mail.stop();
  }

  Map<String, String> environment() {
    return program.environment();
  }

  Path home() {
    return folder.resolve("node");
  }

  InstalledProgram.Ran run(String... words) {
    return program.run(words);
  }

  String done(String... words) {
    InstalledProgram.Ran ran = program.run(words);
    assertThat(ran.exit()).as(String.join(" ", words) + "\n" + ran.out() + ran.err()).isIn(0, 3);
    return ran.out();
  }

  JsonObject json(String... words) {
    return json(Map.of(), words);
  }

  JsonObject json(Map<String, String> more, String... words) {
    String[] all = Arrays.copyOf(words, words.length + 1);
    all[words.length] = "--json";
    Map<String, String> environment = new TreeMap<>(environment());
    environment.putAll(more);
    InstalledProgram.Ran ran = new InProcessProgram(home(), clock, environment).run(all);
    try {
      return (JsonObject) JsonReader.file(ran.out().getBytes(StandardCharsets.UTF_8));
    } catch (MalformedJson e) {
      throw new AssertionError(ran.out() + ran.err(), e);
    }
  }

  /** Adds the channel; the place in its inbox is taken by the first run. */
  void add(String... more) {
    String _ = done(words(mail.smtp(), mail.imap(), more));
  }

  static String[] words(int smtp, int imap, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "channel",
                "add",
                "email",
                "--smtp",
                "127.0.0.1:" + smtp,
                "--imap",
                "127.0.0.1:" + imap,
                "--user",
                AGENT,
                "--password-env",
                "MAIL_PASSWORD",
                "--owner",
                OWNER,
                "--authserv-id",
                SERVER));
    words.addAll(List.of(more));
    return words.toArray(String[]::new);
  }

  /** Receives and sends once. */
  void round() {
    String _ = done("channel", "run", "--once");
  }

  /** Lets sessions answer what waits. */
  void answer() {
    String _ = done("session", "run", "--until-idle");
  }

  /** Returns the messages of the outbox, the newest first. */
  List<JsonObject> outbox() {
    return json("channel", "outbox", "--limit", "100000").array("messages").orElseThrow().objects();
  }

  static boolean is(JsonObject message, String state) {
    return message.string("state").filter(state::equals).isPresent();
  }

  List<MimeMessage> ofOwner() {
    return mail.mails(OWNER);
  }

  void arrives(String raw) {
    mail.deliver(raw);
  }

  /** Returns a plain mail of the owner, proven by the server. */
  static String ofOwner(String id, String subject, String headers, String text) {
    return PROVEN
        + "From: Ann <"
        + OWNER
        + ">\r\nTo: "
        + AGENT
        + "\r\nSubject: "
        + subject
        + "\r\nMessage-ID: <"
        + id
        + "@example.org>\r\nDate: Mon, 30 Nov 2026 10:00:00 +0000\r\n"
        + headers
        + "Content-Type: text/plain; charset=utf-8\r\n\r\n"
        + text;
  }

  static String text(Message mail) {
    try {
      return mail.getContent() instanceof MimeMultipart many
          ? String.valueOf(many.getBodyPart(0).getContent())
          : String.valueOf(mail.getContent());
    } catch (IOException | MessagingException e) {
      throw new AssertionError(e);
    }
  }

  static String header(Message mail, String name) {
    try {
      String[] all = mail.getHeader(name);
      return all == null ? "" : all[0];
    } catch (MessagingException e) {
      throw new AssertionError(e);
    }
  }
}
