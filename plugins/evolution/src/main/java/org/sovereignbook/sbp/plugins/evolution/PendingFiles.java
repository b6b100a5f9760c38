package org.sovereignbook.sbp.plugins.evolution;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.ProofRule;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonDecimal;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.plugins.team.TeamFolder;
import org.sovereignbook.sbp.society.board.Board;

/**
 * Views of changes that wait, in {@code pending_swaps} and {@code pending_votes} (AGENT-STACK §9);
 * removed when the change is decided. A vote of the owner that an editor adds counts only where the
 * owner need not prove to be it: any process of this user can write a file.
 */
final class PendingFiles {
  private static final String SWAPS = "pending_swaps";
  private static final String VOTES = "pending_votes";
  private static final String SUFFIX = ".json";
  private static final String AGENT = "agent_id";
  private static final String CHANGE = "change";
  private static final String FOR = "votes_for";
  private static final String AGAINST = "votes_against";
  private static final String OWNER = Principal.OWNER.text();
  private static final int MAX_BYTES = 65_536;
  private static final int MOST_FILES = 1_000;
  private static final double MS = 1000.0;

  private final TeamFolder folder;

  public PendingFiles(TeamFolder folder) {
    this.folder = folder;
  }

  /** A view, and whether the owner has voted on its change. */
  private record View(String folder, String agent, String change, boolean voted, JsonObject json) {
    String file() {
      return folder + "/" + agent + SUFFIX;
    }

    byte[] bytes() {
      return JsonWriter.file(json).getBytes(StandardCharsets.UTF_8);
    }
  }

  /**
   * Reads votes and writes the views, if they are wanted. Returns the changes on which the owner
   * has voted by a file.
   */
  public List<String> follow() {
    List<String> voted = new ArrayList<>();
    if (!folder.isWanted()) {
      return voted;
    }
    try {
      List<View> views = folder.ledger().read(PendingFiles::views);
      for (View view : views) {
        bounded(view.file(), () -> follow(view).ifPresent(voted::add));
      }
      for (String kind : List.of(SWAPS, VOTES)) {
        List<Path> files = folder.node().disk().files(folder.path().resolve(kind));
        for (Path file : files.subList(0, Math.min(files.size(), MOST_FILES))) {
          bounded(kind + "/" + file.getFileName(), () -> removeDecided(views, kind, file));
        }
      }
    } catch (RuntimeException e) {
      folder.say("pending", "the files of pending changes do not follow: " + e.getMessage());
    }
    return voted;
  }

  private interface Following {
    void run() throws MalformedJson;
  }

  private void bounded(String file, Following work) {
    try {
      work.run();
    } catch (MalformedJson | RuntimeException e) {
      folder.say("unread " + file, "memory/%s is left as it is: %s".formatted(file, why(e)));
    }
  }

  private static String why(Exception e) {
    return e instanceof MalformedJson ? "it is not valid JSON" : String.valueOf(e.getMessage());
  }

  private Optional<String> follow(View view) throws MalformedJson {
    Path file = folder.path().resolve(view.file());
    Optional<byte[]> found = read(file);
    if (found.filter(bytes -> Arrays.equals(bytes, view.bytes())).isPresent()) {
      return Optional.empty();
    }
    Optional<Boolean> vote = found.isPresent() ? vote(view, object(found.get())) : Optional.empty();
    boolean isCounted = vote.isPresent() && isCounted(view, vote.get());
    Optional<View> now =
        folder.ledger().read(PendingFiles::views).stream()
            .filter(other -> other.change().equals(view.change()))
            .findFirst();
    now.ifPresent(next -> folder.node().disk().write(file, next.bytes()));
    return Optional.of(view.change()).filter(_ -> isCounted);
  }

  private Optional<byte[]> read(Path file) {
    if (folder.node().disk().sizeBytes(file) > MAX_BYTES) {
      throw new IllegalArgumentException("it is larger than %d bytes".formatted(MAX_BYTES));
    }
    return folder.node().disk().read(file);
  }

  private static JsonObject object(byte[] bytes) throws MalformedJson {
    if (JsonReader.file(bytes) instanceof JsonObject object) {
      return object;
    }
    throw new IllegalArgumentException("it is no JSON object");
  }

  /** Returns the owner's vote that somebody has added to a view. */
  private Optional<Boolean> vote(View view, JsonObject found) {
    boolean isOfThis = found.string(CHANGE).orElse(view.change()).equals(view.change());
    if (!view.folder().equals(VOTES) || !isOfThis || view.voted()) {
      return Optional.empty();
    }
    boolean yes = names(found, FOR).contains(OWNER);
    boolean no = names(found, AGAINST).contains(OWNER);
    if (yes && no) {
      throw new IllegalArgumentException("you cannot vote both ways");
    }
    return yes || no ? Optional.of(yes) : Optional.empty();
  }

  private static List<String> names(JsonObject json, String member) {
    return json.array(member)
        .flatMap(JsonArray::strings)
        .orElseThrow(() -> new IllegalArgumentException(member + " is no list of names"));
  }

  private boolean isCounted(View view, boolean approves) {
    Optional<String> whyNot =
        folder
            .ledger()
            .write(
                tx -> {
                  EvolutionChange locked = Evolution.in(tx).locked(view.change());
                  Optional<String> why = whyNot(tx, locked);
                  if (why.isEmpty()) {
                    Evolution.in(tx).vote(locked, Principal.OWNER, approves);
                  }
                  return why;
                });
    folder.say(
        "vote " + view.change() + whyNot.isEmpty(),
        whyNot
            .map(
                why ->
                    "a vote in memory/%s does not count, because %s; vote:  sbp team evolve %s vote %s"
                        .formatted(view.file(), why, view.agent(), approves ? "yes" : "no"))
            .orElseGet(() -> "your vote in memory/%s counts".formatted(view.file())));
    return whyNot.isEmpty();
  }

  /** Returns why a vote in a file is not the owner's, or comes too late; empty when it counts. */
  private static Optional<String> whyNot(Transaction tx, EvolutionChange change) {
    if (change.state() != EvolutionChange.State.VOTING) {
      return Optional.of("the vote is over");
    }
    if (Evolution.in(tx).hasVoted(change, Principal.OWNER)) {
      return Optional.of("you have voted already");
    }
    return new ProofRule(tx).hasTokens()
        ? Optional.of("an agent with a token could have written it")
        : Optional.empty();
  }

  private void removeDecided(List<View> views, String kind, Path file) throws MalformedJson {
    String name = String.valueOf(file.getFileName());
    String agent = name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : "";
    boolean isOpen =
        views.stream().anyMatch(view -> view.folder().equals(kind) && view.agent().equals(agent));
    if (Agent.isName(agent)
        && !isOpen
        && read(file).isPresent()
        && object(read(file).get()).string(AGENT).equals(Optional.of(agent))) {
      folder.node().disk().delete(file);
    }
  }

  private static List<View> views(Transaction tx) {
    List<View> views = new ArrayList<>();
    for (EvolutionChange change : Evolution.in(tx).waiting()) {
      String agent = Board.in(tx).name(change.principal());
      if (Agent.isName(agent)) {
        view(tx, change, agent).ifPresent(views::add);
      }
    }
    return views;
  }

  private static Optional<View> view(Transaction tx, EvolutionChange change, String agent) {
    JsonObject.Builder json =
        JsonObject.builder()
            .put(AGENT, agent)
            .put(CHANGE, change.id())
            .put("reason", change.reason())
            .put("ts", seconds(change.movedAt()));
    boolean isSwap =
        change.path() == EvolutionChange.Path.MODEL
            && change.state() == EvolutionChange.State.PROPOSED;
    if (isSwap) {
      json.putIfPresent("old_model", change.content().before().flatMap(it -> it.model()));
      json.putIfPresent("new_model", change.content().after().flatMap(it -> it.model()));
      return Optional.of(new View(SWAPS, agent, change.id(), false, json.build()));
    }
    if (change.state() != EvolutionChange.State.VOTING) {
      return Optional.empty();
    }
    Map<Principal, Boolean> votes = Evolution.in(tx).votes(change);
    json.putIfPresent("old_role", change.content().before().flatMap(it -> it.role()));
    json.putIfPresent("proposal", change.content().after().flatMap(it -> it.role()));
    change
        .content()
        .after()
        .flatMap(it -> it.skills())
        .ifPresent(skills -> json.put("skills", JsonArray.ofStrings(skills)));
    json.put(FOR, names(tx, votes, true)).put(AGAINST, names(tx, votes, false));
    boolean isVoted = votes.containsKey(Principal.OWNER);
    return Optional.of(new View(VOTES, agent, change.id(), isVoted, json.build()));
  }

  private static JsonArray names(Transaction tx, Map<Principal, Boolean> votes, boolean approves) {
    return JsonArray.ofStrings(
        votes.entrySet().stream()
            .filter(vote -> vote.getValue() == approves)
            .map(
                vote ->
                    vote.getKey().equals(Principal.OWNER)
                        ? OWNER
                        : Board.in(tx).name(vote.getKey()))
            .sorted()
            .toList());
  }

  private static JsonDecimal seconds(Instant at) {
    return JsonDecimal.of(at.toEpochMilli() / MS);
  }
}
