package org.sovereignbook.sbp.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Check whether a node directory is the user's own to run and to obey (THREATS, somebody else's
 * node directory): a file that belongs to another user except root, or may be written by others, is
 * not. Where every folder on the way to a file passes, nobody else can replace it between this
 * check and its use. Windows has neither owners nor modes that this could check: there everything
 * passes. Immutable.
 *
 * @param user the number of the user who runs this program
 * @param trusted whether the user has decided to trust any owner
 */
public record Ownership(int user, boolean trusted, Inodes inodes) {
  /**
   * Variable that, set to 1, trusts any owner of a node, as in a container with other user numbers.
   */
  public static final String TRUST_VARIABLE = "SBP_TRUST_OWNER";

  /** Maximum number of faults reported for one node. */
  private static final int MAX_FAULTS = 10;

  /** Extension of files that a shell writes with its own modes, and nothing reads. */
  private static final String LOG = ".log";

  /** Limit of levels checked in a folder of scripts, because a start must be quick. */
  private static final int MAX_DEPTH = 5;

  private static final int MAX_BELOW = 5_000;

  private static final int ROOT = 0;
  private static final int WRITABLE_BY_OTHERS = 0022;
  private static final int STICKY = 01000;

  /** Looks a file up; symbolic links are followed. */
  @FunctionalInterface
  public interface Inodes {
    /** Returns the inode; empty when there is no such file. */
    Optional<Inode> of(Path path);
  }

  /** Owner of a file, and its mode with the sticky bit. */
  public record Inode(int owner, int mode) {}

  /**
   * Something that is not the user's own.
   *
   * @param problem in a sentence that begins with the path
   * @param remedy the command that mends it
   */
  public record Fault(Path path, String problem, String remedy) {}

  /** Creates the check for this process, with this environment. */
  public static Ownership of(Map<String, String> environment) {
    boolean trusted = environment.getOrDefault(TRUST_VARIABLE, "").equals("1");
    boolean asks = Path.of("").getFileSystem().supportedFileAttributeViews().contains("unix");
    return asks
        ? new Ownership(Self.NUMBER, trusted, Ownership::look)
        : new Ownership(ROOT, trusted, _ -> Optional.empty());
  }

  /** Returns the variables that make started programs trust as much as this one. */
  public Map<String, String> passedOn() {
    return trusted ? Map.of(TRUST_VARIABLE, "1") : Map.of();
  }

  /**
   * Refuses to open a node that is not the user's own.
   *
   * @throws OwnershipException with the commands that repair it
   */
  public void require(NodeHome home) {
    if (!trusted) {
      List<Fault> faults = faults(home);
      if (!faults.isEmpty()) {
        throw new OwnershipException(faults);
      }
    }
  }

  /**
   * Check that a process repeats only after some seconds, or when another folder is in the node's
   * place: of a node that has passed, only its user and root can spoil anything. Thread-safe.
   */
  public static final class Repeated {
    private static final Duration AGAIN_AFTER = Duration.ofSeconds(10);

    private Optional<Stamped<Ownership>> passed = Optional.empty();

    /** Works like {@link Ownership#require}. */
    public synchronized void require(Ownership by, Node node) {
      Optional<String> stamp = node.disk().stamp(node.home().root());
      Instant now = node.clock().instant();
      if (by.trusted() || passed.filter(it -> it.isSurely(stamp, now, AGAIN_AFTER)).isPresent()) {
        return;
      }
      by.require(node.home());
      passed = Optional.of(new Stamped<>(by, stamp, now));
    }
  }

  /**
   * Returns the faults of a node, trusted or not; faults that one command repairs with their folder
   * appear once.
   */
  public List<Fault> faults(NodeHome home) {
    List<Fault> faults = new ArrayList<>();
    for (Path path : obeyed(home)) {
      if (faults.size() < MAX_FAULTS
          && faults.stream().noneMatch(fault -> path.startsWith(fault.path()))) {
        fault(path).ifPresent(faults::add);
      }
    }
    return List.copyOf(faults);
  }

  /** Returns the fault of one file or folder, without its surroundings; links are followed. */
  public Optional<Fault> fault(Path path) {
    return inodes
        .of(path)
        .flatMap(
            inode -> {
              if (inode.owner() != user && inode.owner() != ROOT) {
                return Optional.of(foreign(path, inode.owner()));
              }
              return (inode.mode() & WRITABLE_BY_OTHERS) == 0
                  ? Optional.empty()
                  : Optional.of(writable(path));
            });
  }

  /**
   * Returns the fault of a folder above the node whose other users could put another folder in its
   * place. That folder would belong to them, so that it is refused when the node is opened next.
   */
  public Optional<Fault> faultAbove(NodeHome home) {
    return Stream.iterate(real(home.root()).getParent(), Objects::nonNull, Path::getParent)
        .filter(folder -> inodes.of(folder).filter(Ownership::isSticky).isEmpty())
        .flatMap(folder -> fault(folder).stream())
        .filter(fault -> !isGroupOfOne(fault.path()))
        .findFirst()
        .map(fault -> new Fault(fault.path(), fault.problem(), away(home)));
  }

  /** Suggests moving the node, because the folders above it are not its own to change. */
  private static String away(NodeHome home) {
    return "mv " + word(home.root()) + " \"$HOME\"";
  }

  /**
   * Returns the files that are run and obeyed, each folder before its content: some folders
   * completely, all others only as far as nobody else may add files to them.
   */
  private static List<Path> obeyed(NodeHome home) {
    List<Path> paths = new ArrayList<>(List.of(home.root(), home.runtime()));
    addFolders(paths, home.runtime());
    paths.addAll(
        List.of(
            home.launcher(), home.schedulerConfig(), home.ethos(), home.peers(), home.identity()));
    for (Path folder : List.of(home.agentPrompts(), home.scripts(), home.plugins())) {
      addBelow(paths, folder, MAX_DEPTH, paths.size() + MAX_BELOW);
    }
    for (String name : List.of(".git", ".git/config", ".git/info")) {
      paths.add(home.root().resolve(name));
    }
    addFolders(paths, home.outbox());
    for (Path entry : entries(home.operational())) {
      if (!entry.toString().endsWith(LOG)) {
        paths.add(entry);
      }
    }
    return paths;
  }

  private static void addFolders(List<Path> paths, Path folder) {
    for (Path entry : entries(folder)) {
      if (Files.isDirectory(entry)) {
        paths.add(entry);
      }
    }
  }

  private static void addBelow(List<Path> paths, Path folder, int depth, int most) {
    for (Path entry : entries(folder)) {
      if (paths.size() < most) {
        paths.add(entry);
        if (depth > 1 && Files.isDirectory(entry)) {
          addBelow(paths, entry, depth - 1, most);
        }
      }
    }
  }

  private static List<Path> entries(Path folder) {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      List<Path> found = new ArrayList<>();
      entries.forEach(found::add);
      found.sort(null);
      return found;
    } catch (IOException e) {
      // Missing, no folder, or closed to this user: nothing of it can be run.
      return List.of();
    }
  }

  private Fault foreign(Path path, int owner) {
    Path real = real(path);
    return new Fault(
        path,
        named(path, real) + " belongs to " + name(real, owner),
        (user == ROOT ? "" : "sudo ")
            + "chown "
            + (Files.isDirectory(real) ? "-R " : "")
            + user
            + " "
            + word(real));
  }

  private static Fault writable(Path path) {
    Path real = real(path);
    return new Fault(
        path,
        named(path, real) + " may be written by other users",
        "chmod " + (Files.isDirectory(real) ? "-R " : "") + "go-w " + word(real));
  }

  private static String named(Path path, Path real) {
    boolean isLink = Files.isSymbolicLink(path);
    return PeerText.plain(path.toString())
        + (isLink ? ", a link to " + PeerText.plain(real.toString()) + "," : "");
  }

  private static String word(Path path) {
    return Quoting.shell(PeerText.escape(path.toString()));
  }

  private static String name(Path path, int owner) {
    try {
      return PeerText.plain(Files.getOwner(path).getName()) + ", not to you";
    } catch (IOException e) {
      return "user " + owner + ", not to you";
    }
  }

  private static boolean isSticky(Inode inode) {
    return (inode.mode() & STICKY) != 0;
  }

  /**
   * Recognizes a user's own group of the same name, which many systems create and nobody else is
   * in.
   */
  private static boolean isGroupOfOne(Path folder) {
    try {
      PosixFileAttributes posix = Files.readAttributes(folder, PosixFileAttributes.class);
      return posix.owner().getName().equals(posix.group().getName())
          && !posix.permissions().contains(PosixFilePermission.OTHERS_WRITE);
    } catch (IOException e) {
      return false;
    }
  }

  /** Resolves symbolic links; returns the path itself when there is no such file. */
  public static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return path;
    }
  }

  private static Optional<Inode> look(Path path) {
    try {
      Map<String, Object> found = Files.readAttributes(path, "unix:uid,mode");
      return found.get("uid") instanceof Integer owner && found.get("mode") instanceof Integer mode
          ? Optional.of(new Inode(owner, mode))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The number of the owner of this process's files. */
  private static final class Self {
    static final int NUMBER = ownNumber();
  }

  private static int ownNumber() {
    try {
      String status =
          new String(Files.readAllBytes(Path.of("/proc/self/status")), StandardCharsets.ISO_8859_1);
      String effective = "\nUid:\t";
      int from = status.indexOf('\t', status.indexOf(effective) + effective.length()) + 1;
      return Integer.parseInt(status.substring(from, status.indexOf('\t', from)));
    } catch (IOException e) {
      return ownerOfNewFile();
    }
  }

  private static int ownerOfNewFile() {
    try {
      Path made = Files.createTempFile("sbp-", "");
      try {
        return look(made).map(Inode::owner).orElseThrow();
      } finally {
        Files.delete(made);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot tell which user this is", e);
    }
  }
}
