package org.sovereignbook.sbp.frontend.screen;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.access.AccessRequest;
import org.sovereignbook.sbp.authority.access.RequestedCalls;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.node.Abbreviation;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Words for a request, for the person who answers it: the call with its arguments, which are data
 * whoever wrote them, the others on whose behalf it was made, and its turn.
 *
 * @param call the words of the call; empty when it was not stored
 * @param causes the principals outside of the node that have caused it
 */
public record RequestText(
    AccessRequest request, Optional<List<String>> call, List<Principal> causes) {
  /** Longest arguments on a screen; the command that shows one request has them whole. */
  private static final int MAX_CHARACTERS = 1_000;

  private static final int HASH_CHARACTERS = 12;

  public static RequestText of(Transaction tx, AccessRequest request) {
    RequestedCalls calls = new RequestedCalls(tx);
    return new RequestText(
        request,
        calls
            .again(request)
            .flatMap(again -> again.array(ToolCall.WORDS))
            .flatMap(JsonArray::strings),
        List.copyOf(calls.causes(request)));
  }

  /** Returns who asks for which tool. */
  public String asks(ScreenNames names) {
    String caller = names.of(request.caller().text());
    boolean isForOther = !request.caller().equals(request.to());
    return PeerText.plain(
        caller
            + (isForOther ? ", for " + names.of(request.to().text()) + "," : "")
            + " asks for "
            + request.tool());
  }

  /** Returns the call, its cause and its turn, a line each. */
  public List<String> lines(ScreenNames names) {
    return lines(names, MAX_CHARACTERS);
  }

  /** Returns the same with all of the arguments. */
  public List<String> whole(ScreenNames names) {
    return lines(names, Integer.MAX_VALUE);
  }

  private List<String> lines(ScreenNames names, int characters) {
    List<String> lines = new ArrayList<>();
    lines.add("call:  " + words(characters));
    lines.addAll(origin(names));
    return lines;
  }

  /** Returns the call's cause and its turn, a line each. */
  public List<String> origin(ScreenNames names) {
    List<String> lines = new ArrayList<>();
    lines.add("cause: " + cause(names));
    request.turn().ifPresent(turn -> lines.add("turn:  " + turn));
    return lines;
  }

  /** Returns the words of the call, those of others quoted, cut with a mark. */
  public String words(int characters) {
    if (call.isEmpty()) {
      String hash =
          "; their hash begins with " + Cut.beginning(request.argumentsSha256(), HASH_CHARACTERS);
      if (request.isOfPeer()) {
        return "what it sent waits in the inbox" + hash;
      }
      return request.status().equals("pending")
          ? "its words were not kept, so that it cannot be approved: deny it, or let the agent ask"
              + " again"
              + hash
          : "its words are kept only until it has run or was refused" + hash;
    }
    String line =
        "sbp " + call.get().stream().map(RequestText::word).collect(Collectors.joining(" "));
    String beginning = Cut.beginning(line, characters);
    return beginning.length() == line.length()
        ? line
        : "%s… (%d more characters:  sbp access requests %s)"
            .formatted(
                beginning, line.length() - beginning.length(), Abbreviation.of(request.id()));
  }

  private static String word(String word) {
    return word.matches("[A-Za-z0-9_./:@=,+-]+") && !word.isEmpty()
        ? word
        : PeerText.quote(word, Integer.MAX_VALUE);
  }

  /** Returns who has caused the call. */
  public String cause(ScreenNames names) {
    return causes.isEmpty()
        ? "nobody outside of this node"
        : PeerText.plain(
            causes.stream().map(one -> names.of(one.text())).collect(Collectors.joining(", ")));
  }

  /** Returns what an approval for a time covers. */
  public String covers(ScreenNames names) {
    return PeerText.plain(
        "any %s of %s by %s"
            .formatted(request.tool(), names.of(request.to().text()), request.approvedChannel()));
  }
}
