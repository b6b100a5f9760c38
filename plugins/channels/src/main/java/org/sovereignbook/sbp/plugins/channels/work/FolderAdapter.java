package org.sovereignbook.sbp.plugins.channels.work;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.node.Polling;
import org.sovereignbook.sbp.plugins.channels.line.ChannelAdapter;
import org.sovereignbook.sbp.plugins.channels.line.ChannelException;
import org.sovereignbook.sbp.plugins.channels.line.ChannelLine;
import org.sovereignbook.sbp.plugins.channels.line.ChannelMessage;
import org.sovereignbook.sbp.plugins.channels.line.ChannelOption;
import org.sovereignbook.sbp.plugins.channels.line.ChannelSetup;
import org.sovereignbook.sbp.plugins.channels.line.OutgoingMessage;
import org.sovereignbook.sbp.plugins.channels.line.SendOutcome;

/**
 * A channel of two folders, such as of a folder that is synchronized with a telephone: each message
 * is a file {@code out/KEY.md}, and each file {@code in/*.md} is a message of the owner, since only
 * the owner can write there.
 */
final class FolderAdapter implements ChannelAdapter {
  private static final String PATH = "path";
  private static final String ENDING = ".md";
  private static final int MAX_BYTES = 65_536;
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  @Override
  public String name() {
    return ChannelKinds.FOLDER;
  }

  @Override
  public String description() {
    return "files in two folders, which you synchronize with other devices";
  }

  @Override
  public Abilities capabilities() {
    return new Abilities(OptionalInt.empty(), Markup.MARKDOWN, false, false, false, false);
  }

  @Override
  public List<ChannelOption> options() {
    return List.of(ChannelOption.needed(PATH, "the folder; in/ and out/ are made in it"));
  }

  @Override
  public ChannelLine open(ChannelSetup setup) throws ChannelException {
    Path folder = Path.of(setup.need(PATH));
    try {
      Files.createDirectories(folder.resolve("in"));
      Files.createDirectories(folder.resolve("out"));
    } catch (IOException e) {
      throw ChannelException.setup("the folder cannot be made: " + e.getMessage());
    }
    return new Line(setup, folder, new AtomicBoolean());
  }

  private record Line(ChannelSetup setup, Path folder, AtomicBoolean isClosed)
      implements ChannelLine {
    @Override
    public String address() {
      return setup.owner();
    }

    @Override
    public SendOutcome send(OutgoingMessage message) {
      Path file = file(message);
      try {
        if (!Files.exists(file)) {
          Path part = Files.createTempFile(folder, "message", ".part");
          Files.writeString(part, "# %s%n%n%s%n".formatted(message.subject(), message.text()));
          Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        }
        return new SendOutcome.Accepted(message.key() + ENDING);
      } catch (IOException e) {
        return new SendOutcome.Failed("the file cannot be written: " + e.getMessage(), true);
      }
    }

    private Path file(OutgoingMessage message) {
      return folder.resolve("out").resolve(message.key() + ENDING);
    }

    @Override
    public Optional<String> find(OutgoingMessage message) {
      return Optional.of(message.key() + ENDING).filter(_ -> Files.exists(file(message)));
    }

    /** Passes on all files, each of which is deleted once it is taken; the others come through. */
    @Override
    public String receive(Optional<String> since, Taker taker) throws ChannelException {
      try {
        List<Path> files = files();
        if (since.isEmpty()) {
          return setAside(files);
        }
        String cursor = since.get();
        Optional<IOException> unreadable = Optional.empty();
        for (Path file : files) {
          try {
            taker.take(file.getFileName().toString(), message(file));
            cursor = file.getFileName().toString();
            Files.deleteIfExists(file);
          } catch (IOException e) {
            unreadable = Optional.of(e);
          }
        }
        if (unreadable.isPresent()) {
          throw unreadable.get();
        }
        return cursor;
      } catch (IOException | UncheckedIOException e) {
        throw unreadable(e);
      }
    }

    private List<Path> files() throws IOException {
      try (Stream<Path> listed = Files.list(folder.resolve("in"))) {
        return listed
            .filter(file -> file.toString().endsWith(ENDING) && Files.isRegularFile(file))
            .sorted()
            .toList();
      }
    }

    private static ChannelException unreadable(Exception e) {
      return ChannelException.noAnswer("the folder cannot be read: " + e.getMessage());
    }

    /** Keeps files from before the channel, which were written to nobody. */
    private String setAside(List<Path> files) throws IOException {
      Path before = folder.resolve("in").resolve("before");
      for (Path file : files) {
        Path _ = Files.createDirectories(before);
        Path _ =
            Files.move(
                file, before.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
      return "";
    }

    private ChannelMessage message(Path file) throws IOException {
      byte[] bytes;
      try (var in = Files.newInputStream(file)) {
        bytes = in.readNBytes(MAX_BYTES);
      }
      String name = file.getFileName().toString();
      String id =
          ContentHash.ofBytes(
                  (name
                          + Files.getLastModifiedTime(file).toMillis()
                          + '\n'
                          + new String(bytes, StandardCharsets.UTF_8))
                      .getBytes(StandardCharsets.UTF_8))
              .hex();
      return new ChannelMessage(
          id,
          name.toLowerCase(Locale.ROOT),
          List.of(),
          ChannelMessage.Kind.TALK,
          new ChannelMessage.Sender(
              setup.owner(), setup.owner(), true, "a file of the owner's", Optional.empty()),
          new ChannelMessage.Body("", new String(bytes, StandardCharsets.UTF_8), List.of()),
          Optional.empty(),
          Files.getLastModifiedTime(file).toInstant());
    }

    @Override
    public boolean await(Duration most) throws ChannelException, InterruptedException {
      try {
        boolean _ =
            new Polling(setup.clock(), LOOK_EVERY)
                .until(most, () -> isClosed.get() || !files().isEmpty());
        return true;
      } catch (IOException | UncheckedIOException e) {
        throw unreadable(e);
      }
    }

    @Override
    public void close() {
      isClosed.set(true);
    }
  }
}
