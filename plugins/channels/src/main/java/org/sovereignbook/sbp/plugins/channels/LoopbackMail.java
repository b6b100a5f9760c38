package org.sovereignbook.sbp.plugins.channels;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Mail server of the demo, on the loopback and in memory: as much of SMTP and IMAP as a mail client
 * of this program uses. It checks no password.
 */
final class LoopbackMail {
  private static final Pattern ADDRESS = Pattern.compile("<([^>]*)>");
  private static final Pattern PART = Pattern.compile("BODY(?:\\.PEEK)?\\[]<(\\d+)\\.(\\d+)>");
  private static final Pattern HEADER = Pattern.compile("(?i)HEADER Message-ID \"?([^\" ]+)\"?");
  private static final String ARRIVED = "01-Dec-2026 07:00:00 +0000";

  private final Map<String, List<String>> boxes = new TreeMap<>();
  private final ServerSocket smtp;
  private final ServerSocket imap;
  private final Postman postman;

  /** Reaction to a mail that was taken. */
  @FunctionalInterface
  interface Postman {
    void taken(LoopbackMail mail, String to, String text);
  }

  /** Work on one connection. */
  @FunctionalInterface
  private interface Talk {
    void run(BufferedReader in, OutputStream out) throws IOException;
  }

  private LoopbackMail(List<String> accounts, Postman postman) throws IOException {
    accounts.forEach(one -> boxes.put(one, new ArrayList<>()));
    this.postman = postman;
    this.smtp = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
    this.imap = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
  }

  /** Starts a server with these mailboxes; it ends with the process. */
  static LoopbackMail start(List<String> accounts, Postman postman) throws IOException {
    LoopbackMail mail = new LoopbackMail(accounts, postman);
    mail.listen(mail.smtp, mail::smtp);
    mail.listen(mail.imap, mail::imap);
    return mail;
  }

  int smtpPort() {
    return smtp.getLocalPort();
  }

  int imapPort() {
    return imap.getLocalPort();
  }

  /** Stores a mail in a mailbox. */
  void deliver(String to, String text) {
    synchronized (boxes) {
      Objects.requireNonNull(boxes.get(to), to)
          .add(text.replace("\r\n", "\n").replace("\n", "\r\n"));
    }
  }

  private List<String> mails(String account) {
    synchronized (boxes) {
      return List.copyOf(boxes.getOrDefault(account, List.of()));
    }
  }

  private void listen(ServerSocket socket, Talk talk) {
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try {
                while (true) {
                  Socket client = socket.accept();
                  Thread.ofPlatform().daemon().start(() -> serve(client, talk));
                }
              } catch (IOException e) {
                // The demo is over.
              }
            });
  }

  private static void serve(Socket client, Talk talk) {
    try (client) {
      talk.run(
          new BufferedReader(
              new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8)),
          client.getOutputStream());
    } catch (IOException e) {
      // The client has ended the connection.
    }
  }

  private static void say(OutputStream out, String line) throws IOException {
    out.write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  private void smtp(BufferedReader in, OutputStream out) throws IOException {
    List<String> to = new ArrayList<>();
    say(out, "220 demo");
    String line = in.readLine();
    while (line != null) {
      String verb = line.toUpperCase(Locale.ROOT).split("[ :]", 2)[0];
      switch (verb) {
        case "EHLO" -> say(out, "250-demo\r\n250 AUTH PLAIN");
        case "AUTH" -> say(out, "235 2.7.0 welcome");
        case "RCPT" -> {
          Matcher address = ADDRESS.matcher(line);
          boolean isHere = address.find() && boxes.containsKey(address.group(1));
          if (isHere) {
            to.add(address.group(1));
          }
          say(out, isHere ? "250 2.1.5 ok" : "550 5.1.1 no such mailbox");
        }
        case "DATA" -> {
          say(out, "354 go on");
          String text = data(in);
          to.forEach(one -> deliver(one, text));
          say(out, "250 2.0.0 queued as demo-" + Integer.toHexString(text.hashCode()));
          List.copyOf(to).forEach(one -> postman.taken(this, one, text));
          to.clear();
        }
        default -> say(out, verb.equals("QUIT") ? "221 bye" : "250 ok");
      }
      line = in.readLine();
    }
  }

  private static String data(BufferedReader in) throws IOException {
    StringBuilder text = new StringBuilder();
    String line = in.readLine();
    while (line != null && !line.equals(".")) {
      text.append(line.startsWith("..") ? line.substring(1) : line).append("\r\n");
      line = in.readLine();
    }
    return text.toString();
  }

  private void imap(BufferedReader in, OutputStream out) throws IOException {
    String account = "";
    say(out, "* OK demo");
    String line = in.readLine();
    while (line != null) {
      String[] words = line.split(" ", 3);
      String rest = words.length > 2 ? words[2] : "";
      String verb = words.length > 1 ? words[1].toUpperCase(Locale.ROOT) : "";
      switch (verb) {
        case "CAPABILITY" -> say(out, "* CAPABILITY IMAP4rev1");
        case "LOGIN" -> account = rest.split(" ", 2)[0].replace("\"", "");
        case "SELECT", "EXAMINE" -> select(out, mails(account));
        case "NOOP" -> say(out, "* " + mails(account).size() + " EXISTS");
        case "LIST" -> say(out, "* LIST () \"/\" INBOX");
        case "STATUS" ->
            say(out, "* STATUS INBOX (UIDNEXT %d)".formatted(mails(account).size() + 1));
        case "SEARCH" -> search(out, mails(account), rest);
        case "FETCH" -> fetch(out, mails(account), rest);
        case "UID" -> fetch(out, mails(account), rest.replaceFirst("(?i)FETCH ", ""));
        case "LOGOUT" -> say(out, "* BYE demo");
        default -> {}
      }
      say(out, words[0] + " OK done");
      line = in.readLine();
    }
  }

  private static void select(OutputStream out, List<String> mails) throws IOException {
    say(out, "* FLAGS (\\Seen \\Deleted)");
    say(out, "* " + mails.size() + " EXISTS");
    say(out, "* 0 RECENT");
    say(out, "* OK [UIDVALIDITY 1] ok");
    say(out, "* OK [UIDNEXT " + (mails.size() + 1) + "] ok");
  }

  /** Finds a mail by its Message-ID; any other search finds none. */
  private static void search(OutputStream out, List<String> mails, String what) throws IOException {
    Matcher header = HEADER.matcher(what);
    StringBuilder found = new StringBuilder("* SEARCH");
    if (header.find()) {
      for (int i = 0; i < mails.size(); i++) {
        if (mails.get(i).contains("Message-ID: " + header.group(1))) {
          found.append(' ').append(i + 1);
        }
      }
    }
    say(out, found.toString());
  }

  /** Answers a fetch; the number of a mail is also its UID. */
  private static void fetch(OutputStream out, List<String> mails, String what) throws IOException {
    String[] words = what.split(" ", 2);
    String items = words.length > 1 ? words[1].toUpperCase(Locale.ROOT) : "";
    String[] range = words[0].split("[:,]");
    int first = number(range[0], mails.size());
    int last = number(range[range.length - 1], mails.size());
    for (int i = Math.min(first, last); i <= Math.max(first, last) && i <= mails.size(); i++) {
      byte[] bytes = mails.get(i - 1).getBytes(StandardCharsets.UTF_8);
      StringBuilder answer = new StringBuilder("* %d FETCH (UID %d".formatted(i, i));
      answer.append(items.contains("RFC822.SIZE") ? " RFC822.SIZE " + bytes.length : "");
      answer.append(items.contains("INTERNALDATE") ? " INTERNALDATE \"" + ARRIVED + "\"" : "");
      Matcher part = PART.matcher(items);
      if (part.find()) {
        int from = Math.min(Integer.parseInt(part.group(1)), bytes.length);
        int size = Math.min(Integer.parseInt(part.group(2)), bytes.length - from);
        out.write(
            (answer + " BODY[]<%d> {%d}\r\n".formatted(from, size))
                .getBytes(StandardCharsets.UTF_8));
        out.write(bytes, from, size);
        say(out, ")");
      } else {
        say(out, answer + ")");
      }
    }
  }

  private static int number(String text, int last) {
    return text.equals("*") ? last : Integer.parseInt(text);
  }
}
