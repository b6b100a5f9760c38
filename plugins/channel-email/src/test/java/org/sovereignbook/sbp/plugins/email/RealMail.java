package org.sovereignbook.sbp.plugins.email;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * OpenSMTPD and Dovecot on the loopback, in folders of the test, over mailboxes in Maildir. Needs
 * root: OpenSMTPD has its queue at a fixed path, which a mount of its own hides. With TLS, which
 * only Dovecot has, they also listen at addresses of the loopback that clients take for other
 * machines.
 */
final class RealMail implements AutoCloseable {
  private static final String NOBODY = "65534";

  /** Address that the certificate of servers with TLS names, and one that it does not name. */
  static final List<String> ADDRESSES = List.of("127.0.0.2", "127.0.0.3");

  private final Path folder;
  private final boolean isTls;
  private final int smtp;
  private final int imap;
  private final Map<String, Process> running = new TreeMap<>();

  /** The servers that can be killed, by the name of their program. */
  static final List<String> SERVERS = List.of("smtpd", "dovecot");

  RealMail(Path folder, List<String> users) throws IOException {
    this(folder, users, false);
  }

  /** Makes servers; with TLS, {@code cert.pem} and {@code key.pem} are in their folder. */
  static RealMail withTls(Path folder, List<String> users) throws IOException {
    return new RealMail(folder, users, true);
  }

  private RealMail(Path folder, List<String> users, boolean isTls) throws IOException {
    this.folder = folder;
    this.isTls = isTls;
    List<Integer> ports = freePorts();
    this.smtp = ports.getFirst();
    this.imap = ports.getLast();
    // The servers' processes without rights reach the mailboxes through the folders of tests.
    for (Path each : List.of(folder, folder.resolveSibling(".").normalize())) {
      Path _ = Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwx--x--x"));
    }
    UserPrincipal nobody =
        folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
    for (String each : List.of("spool/smtpd", "run", "base", "mail")) {
      Path _ = Files.createDirectories(folder.resolve(each));
    }
    for (String user : users) {
      for (String each : List.of("new", "cur", "tmp")) {
        Path made = Files.createDirectories(folder.resolve("mail").resolve(user).resolve(each));
        Path _ = Files.setOwner(made, nobody);
        Path _ = Files.setOwner(made.getParent(), nobody);
      }
    }
    Path _ =
        Files.setPosixFilePermissions(
            folder.resolve("spool/smtpd"), PosixFilePermissions.fromString("rwx--x--x"));
    Path _ = Files.writeString(folder.resolve("smtpd.conf"), smtpd(users));
    Path _ = Files.writeString(folder.resolve("dovecot.conf"), dovecot());
  }

  /** Returns two free ports. */
  private static List<Integer> freePorts() throws IOException {
    try (ServerSocket one = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return List.of(one.getLocalPort(), other.getLocalPort());
    }
  }

  private String smtpd(List<String> users) {
    List<String> known =
        users.stream().map(user -> "%s = \"65534:65534:/nonexistent\"".formatted(user)).toList();
    return """
    table users { %s }
    %s
    action "in" maildir "%s/mail/%%{user.username}" userbase <users>
    match from any for domain "example.org" action "in"
    """
        .formatted(String.join(", ", known), listeners(), folder);
  }

  private String listeners() {
    return Stream.concat(Stream.of("127.0.0.1"), isTls ? ADDRESSES.stream() : Stream.empty())
        .map(each -> "listen on %s port %d".formatted(each, smtp))
        .collect(Collectors.joining("\n"));
  }

  private String dovecot() {
    return """
    base_dir = %1$s/base
    log_path = %1$s/dovecot.log
    protocols = imap
    %4$s
    disable_plaintext_auth = no
    default_login_user = nobody
    default_internal_user = nobody
    default_internal_group = nogroup
    listen = %5$s
    mail_location = maildir:%1$s/mail/%%n
    first_valid_uid = 1
    passdb {
      driver = static
      args = password=secret
    }
    userdb {
      driver = static
      args = uid=%2$s gid=%2$s home=%1$s/mail/%%n
    }
    service imap-login {
      chroot =
      inet_listener imap {
        port = %3$d
      }
      inet_listener imaps {
        port = %6$d
      }
    }
    service anvil {
      chroot =
    }
    service stats {
      chroot =
    }
    """
        .formatted(
            folder,
            NOBODY,
            imap,
            isTls
                ? "ssl_cert = <%1$s/cert.pem\nssl_key = <%1$s/key.pem".formatted(folder)
                : "ssl = no",
            isTls ? String.join(", ", ADDRESSES) : "127.0.0.1",
            isTls ? 993 : 0);
  }

  int smtp() {
    return smtp;
  }

  int imap() {
    return imap;
  }

  /** Starts a server, in namespaces that end with it and take all its processes along. */
  synchronized void start(String server) throws IOException {
    String command =
        server.equals("smtpd")
            ? "mount --bind spool /var/spool && mount --bind run /run && exec smtpd -d -f"
            : "exec dovecot -F -c";
    ProcessBuilder builder =
        new ProcessBuilder(
                "unshare",
                "--mount",
                "--pid",
                "--fork",
                "--kill-child",
                "sh",
                "-c",
                "%s %s/%s.conf".formatted(command, folder, server))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(
                ProcessBuilder.Redirect.appendTo(folder.resolve(server + ".out").toFile()));
    builder.environment().put("PATH", System.getenv("PATH") + ":/usr/sbin:/sbin");
    running.put(server, builder.start());
  }

  /** Kills a server with all its processes at once. */
  synchronized void kill(String server) {
    Optional.ofNullable(running.remove(server)).ifPresent(RealMail::kill);
  }

  private static void kill(Process process) {
    process.destroyForcibly();
    process.onExit().join();
  }

  /** Lets a mail arrive at a mailbox, as a server stores it there. */
  void deliver(String user, String raw) throws IOException {
    Path box = folder.resolve("mail").resolve(user);
    String name = UUID.randomUUID().toString();
    Path part = Files.writeString(box.resolve("tmp").resolve(name), raw);
    Path _ = Files.move(part, box.resolve("new").resolve(name), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Returns how many mails nobody has looked at in a mailbox. */
  long count(String user) {
    try (Stream<Path> files = Files.list(folder.resolve("mail").resolve(user).resolve("new"))) {
      return files.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the mails that a mailbox has. */
  List<String> stored(String user) throws IOException {
    List<String> mails = new ArrayList<>();
    for (String part : List.of("new", "cur")) {
      try (Stream<Path> files = Files.list(folder.resolve("mail").resolve(user).resolve(part))) {
        for (Path file : files.toList()) {
          mails.add(Files.readString(file, StandardCharsets.ISO_8859_1));
        }
      }
    }
    return mails;
  }

  @Override
  public synchronized void close() {
    running.values().forEach(RealMail::kill);
    running.clear();
  }
}
