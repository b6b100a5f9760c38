package org.sovereignbook.sbp.ops.init;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.automation.NodeProgram;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.OwnerPresence;
import org.sovereignbook.sbp.frontend.command.Question;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.OwnerOnly;
import org.sovereignbook.sbp.node.Ownership;
import org.sovereignbook.sbp.node.UserFolders;
import org.sovereignbook.sbp.runtime.health.Health;

/**
 * The user's consent to run the programs that a node brings along. It is recorded with the user,
 * not in the node, once for a node: its operator may edit commands and scripts afterwards. A node
 * that {@code sbp init} made, or that brings no programs, is recorded without a question.
 */
public record NodeAcceptance(Session session, Node node) {
  private static final String FOLDER = "accepted-nodes";
  private static final int MAX_NAMED = 5;

  /**
   * The record.
   *
   * @param key the hash of the node's key file: another node at the same path is not accepted
   * @param programs the accepted programs, for people
   */
  private record Stored(String path, String key, String acceptedAt, List<NodeProgram> programs) {}

  /** Requires that the programs of the command's node are accepted. */
  public static void require(Session session) {
    new NodeAcceptance(session, session.node()).require();
  }

  /**
   * Requires that the programs of this node are accepted; asks its owner at a terminal.
   *
   * @throws CliException with the command that accepts them
   */
  public void require() {
    if (isAccepted()) {
      return;
    }
    List<NodeProgram> programs = programs();
    if (programs.isEmpty()) {
      recordIfPossible();
    } else if (consents(programs)) {
      record();
    } else {
      throw refused(programs);
    }
  }

  /** Returns whether its programs may run. Asks nothing. */
  public boolean isAccepted() {
    return isSaidByEnvironment() || isRecorded();
  }

  /** Lists the programs that it brings along. */
  public List<NodeProgram> programs() {
    return new NodePrograms(node, session.world().launcher()).all();
  }

  private boolean isSaidByEnvironment() {
    return session.world().environment().getOrDefault(NodeHome.ACCEPT_VARIABLE, "").equals("1");
  }

  /** Returns whether this node was accepted before, or made by this user. */
  public boolean isRecorded() {
    // Without lambdas: each command on a node calls this, and each lambda would load a class.
    Optional<Path> file = file();
    if (file.isEmpty() || !isOwn(file.get().resolveSibling("")) || !isOwn(file.get())) {
      return false;
    }
    Optional<byte[]> record = node.disk().read(file.get());
    Optional<String> accepted = record.isPresent() ? keyIn(record.get()) : Optional.empty();
    return accepted.isPresent() && accepted.equals(key());
  }

  /** Returns whether only the user may write the record; otherwise it accepts nothing. */
  private boolean isOwn(Path path) {
    Ownership ownership = session.ownership();
    return ownership.trusted() || ownership.fault(path).isEmpty();
  }

  private static Optional<String> keyIn(byte[] record) {
    try {
      return JsonReader.file(record) instanceof JsonObject json
          ? json.string("key")
          : Optional.empty();
    } catch (MalformedJson e) {
      return Optional.empty();
    }
  }

  private Optional<String> key() {
    return node.disk().read(node.home().keypair()).map(bytes -> ContentHash.ofBytes(bytes).hex());
  }

  private Optional<Path> file() {
    return UserFolders.of(session.world().environment()).ofNode(FOLDER, node.home());
  }

  /**
   * Accepts the programs of this node, now and after edits.
   *
   * @throws CliException when that cannot be recorded
   */
  public void record() {
    Path file =
        file()
            .orElseThrow(
                () ->
                    CliException.refused(
                        "this user has no home folder, so nothing can be recorded as accepted",
                        "name a folder that stays:  XDG_DATA_HOME=DIR",
                        "or accept by the environment of each process:  "
                            + NodeHome.ACCEPT_VARIABLE
                            + "=1"));
    String key =
        key()
            .orElseThrow(
                () -> CliException.refused("this node has no key yet", "see why:  sbp doctor"));
    Stored stored =
        new Stored(node.home().root().toString(), key, session.now().toString(), programs());
    try {
      OwnerOnly.makeFolder(file.resolveSibling(""));
    } catch (IOException e) {
      throw new DiskException("cannot make the folder of", file, e);
    }
    node.disk().writePrivate(file, JsonWriter.bytes(Shape.write(stored)));
  }

  /** Records a node without foreign programs; if that fails, the next run checks again. */
  void recordIfPossible() {
    if (!isSaidByEnvironment() && file().isPresent() && key().isPresent()) {
      try {
        record();
      } catch (DiskException e) {
        // There was nothing to accept yet.
      }
    }
  }

  /** Deletes the record for a node at this path. */
  public void forget() {
    file().filter(node.disk()::exists).ifPresent(node.disk()::delete);
  }

  /** Returns the variables by which child processes accept the same programs as this process. */
  public Map<String, String> passedOn() {
    Map<String, String> all = new TreeMap<>(session.ownership().passedOn());
    if (isSaidByEnvironment()) {
      all.put(NodeHome.ACCEPT_VARIABLE, "1");
    }
    return all;
  }

  private boolean consents(List<NodeProgram> programs) {
    if (!canBeAsked()) {
      return false;
    }
    session.output().note(node.home().root() + " is a node from elsewhere; it would run:");
    programs.forEach(program -> session.output().note("  " + program.line()));
    return consents();
  }

  private boolean canBeAsked() {
    return new Question(session).canBeAsked() && new OwnerPresence(session).problem().isEmpty();
  }

  /** Returns, for {@code sbp status}, that the node runs nothing until its owner accepts it. */
  public List<Health.Reason> reasons() {
    List<NodeProgram> programs = isAccepted() ? List.of() : programs();
    return programs.isEmpty()
        ? List.of()
        : List.of(
            new Health.Reason(
                "programs",
                Health.State.DOWN,
                "its steps do not run before you accept its programs: " + named(programs),
                "sbp accept"));
  }

  private static String named(List<NodeProgram> programs) {
    String first =
        String.join(", ", programs.stream().limit(MAX_NAMED).map(NodeProgram::place).toList());
    return programs.size() > MAX_NAMED ? first + ", …" : first;
  }

  /** Asks the owner at the terminal; without a terminal there is no consent. */
  public boolean consents() {
    try {
      return canBeAsked()
          && new Question(session).consents("may this node run them with all your rights?");
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns the refusal, which names the first of them. */
  public CliException refused(List<NodeProgram> programs) {
    return CliException.refused(
        "this node is from elsewhere, or of an earlier sbp, and you have not accepted what it would"
            + " run: "
            + named(programs),
        "see them and accept them:  sbp accept");
  }
}
