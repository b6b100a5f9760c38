package org.sovereignbook.sbp.plugins.channels.work;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.OperatingSystem;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Subprocess;
import org.sovereignbook.sbp.plugins.channels.line.ChannelException;
import org.sovereignbook.sbp.plugins.channels.line.ChannelSetup;

/**
 * Sources of passwords: a variable of the environment, a file, or a command that prints a token.
 * The database has the name of the source only.
 */
public record ChannelSecrets(Node node, Map<String, String> environment) {
  private static final String ENV = "env";
  private static final String FILE = "file";
  private static final String COMMAND = "command";
  private static final Duration TIME_LIMIT = Duration.ofSeconds(30);
  private static final Set<PosixFilePermission> OF_OTHERS =
      Set.of(PosixFilePermission.GROUP_READ, PosixFilePermission.OTHERS_READ);

  public static JsonObject none() {
    return JsonObject.empty();
  }

  public static JsonObject env(String name) {
    return JsonObject.builder().put(ENV, name).build();
  }

  public static JsonObject file(Path file) {
    return JsonObject.builder().put(FILE, file.toAbsolutePath().toString()).build();
  }

  /** Returns the file that has a password which was typed for a channel. */
  public static Path kept(Node node, String channel) {
    return node.home().operational().resolve("channel-" + channel + ".password");
  }

  /** Names a command, which the file of {@link ChannelMark} has. */
  public static JsonObject command() {
    return JsonObject.builder().put(COMMAND, true).build();
  }

  /** Returns whether a secret is a token, which some servers take by another mechanism. */
  static boolean isToken(JsonObject secret) {
    return secret.has(COMMAND);
  }

  /** Returns what reads a channel's secret at each use. */
  public ChannelSetup.ChannelSecret of(String channel, JsonObject secret) {
    return () -> read(channel, secret);
  }

  private String read(String channel, JsonObject secret)
      throws ChannelException, InterruptedException {
    Optional<String> variable = secret.string(ENV);
    if (variable.isPresent()) {
      return Optional.ofNullable(environment.get(variable.get()))
          .filter(value -> !value.isBlank())
          .orElseThrow(
              () ->
                  ChannelException.setup(
                      "the variable %s has no password; set it where sbp runs"
                          .formatted(PeerText.plain(variable.get()))));
    }
    Optional<String> file = secret.string(FILE);
    if (file.isPresent()) {
      return ofFile(Path.of(file.get()));
    }
    if (isToken(secret)) {
      return ofCommand(channel);
    }
    return "";
  }

  private static String ofFile(Path file) throws ChannelException {
    try {
      if (Files.getFileStore(file).supportsFileAttributeView("posix")
          && Files.getPosixFilePermissions(file).stream().anyMatch(OF_OTHERS::contains)) {
        throw ChannelException.setup(
            "%s can be read by others:  chmod 600 %s".formatted(file, file));
      }
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw ChannelException.setup("the password file %s cannot be read".formatted(file));
    }
  }

  private String ofCommand(String channel) throws ChannelException, InterruptedException {
    String command =
        Optional.ofNullable(new ChannelMark(node).commands().get(channel))
            .orElseThrow(
                () ->
                    ChannelException.setup(
                        "the command for the token of %s is gone".formatted(channel)));
    try {
      Subprocess.Ended ended =
          new Subprocess(OperatingSystem.shell(command), environment, node.home().root())
              .run("", TIME_LIMIT);
      if (ended.exitCode() != 0 || ended.output().isBlank()) {
        throw ChannelException.setup(
            "the command for the token ended with %d: %s"
                .formatted(ended.exitCode(), PeerText.quote(ended.errors().strip(), 200)));
      }
      return ended.output().strip();
    } catch (IOException | TimeoutException e) {
      throw ChannelException.noAnswer(
          "the command for the token cannot be run: "
              + PeerText.plain(String.valueOf(e.getMessage())));
    }
  }
}
