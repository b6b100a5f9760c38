package org.sovereignbook.sbp.society.events;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.authority.ledger.EventSentence;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.StoredEvent;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.events.EventStory.Part;

/** Events as sentences for the owner, with names in place of ids. For one transaction. */
public final class EventStories {
  private static final int NAME_CHARACTERS = 80;
  private static final int ID_CHARACTERS = 12;
  private static final Pattern WORD =
      Pattern.compile("\\[([^\\]]*)\\]|\\{([a-z0-9_]+)(?:\\|([^}]*))?\\}");
  private static final Pattern AGENT = Pattern.compile("[0-9a-f]{64}");

  /** Kinds of subjects whose ids are names. */
  private static final Set<String> NAMED = Set.of("hook", "bus", "a2a_agent", "relay_joined");

  private static final JsonString NOTHING = new JsonString("");

  /** Types of mail by which programs, not people or agents, write to each other. */
  private static final Set<String> PROGRAMS_MAIL = Set.of("shutdown", "receipt");

  private final Map<String, EventSentence> sentences;
  private final SubjectNames names;
  private final UnaryOperator<String> addresses;

  /**
   * Makes sentences.
   *
   * @param addresses returns the name for {@code peer:KEY}, and {@code NAME@PEER} for {@code
   *     NAME@KEY}
   */
  public EventStories(Transaction tx, UnaryOperator<String> addresses) {
    this.sentences = SocietyEvents.sentences(Features.of(tx.node()));
    this.names = new SubjectNames(tx);
    this.addresses = addresses;
  }

  /** Returns the sentence of an event; one of an unknown kind has the words of its kind. */
  public EventStory of(StoredEvent event) {
    Optional<EventSentence> known = Optional.ofNullable(sentences.get(event.kind()));
    List<Part> parts =
        known.stream()
            .flatMap(one -> one.forms().stream())
            .flatMap(form -> parts(event, form).stream())
            .findFirst()
            .orElseGet(() -> bare(event));
    return new EventStory(
        capital(parts), known.filter(EventSentence::isPlumbing).isPresent() || isOfPrograms(event));
  }

  /** Returns whether it is a mail of programs, or the first activation of a new agent. */
  private static boolean isOfPrograms(StoredEvent event) {
    return (event.kind().startsWith("mail.")
            && event.metadata().string("type").filter(PROGRAMS_MAIL::contains).isPresent())
        || event.metadata().string("old_status").filter("registered"::equals).isPresent();
  }

  private List<Part> bare(StoredEvent event) {
    List<Part> parts = new ArrayList<>();
    parts.add(principal(event.principal().text()));
    parts.add(Part.plain(": " + event.kind().replace('.', ' ').replace('_', ' ')));
    event.subjects().stream()
        .findFirst()
        .ifPresent(
            about -> {
              parts.add(Part.plain(", "));
              parts.add(subject(about, Optional.empty()));
            });
    return parts;
  }

  /** Returns the form with its words filled in; empty if one outside of brackets is unknown. */
  private Optional<List<Part>> parts(StoredEvent event, String form) {
    List<Part> parts = new ArrayList<>();
    Matcher words = WORD.matcher(form);
    int end = 0;
    while (words.find()) {
      parts.add(Part.plain(form.substring(end, words.start())));
      end = words.end();
      if (words.group(1) != null) {
        parts(event, words.group(1)).ifPresent(parts::addAll);
      } else {
        Optional<Part> word = word(event, words.group(2), Optional.ofNullable(words.group(3)));
        if (word.isEmpty()) {
          return Optional.empty();
        }
        parts.add(word.get());
      }
    }
    parts.add(Part.plain(form.substring(end)));
    parts.removeIf(part -> part.text().isEmpty());
    return Optional.of(parts);
  }

  private Optional<Part> word(StoredEvent event, String word, Optional<String> label) {
    if (word.equals("by")) {
      return Optional.of(principal(event.principal().text()));
    }
    return first(event, word)
        .map(about -> subject(about, label))
        .or(() -> metadata(event, word))
        .or(() -> derived(event, word));
  }

  private static Optional<Subject> first(StoredEvent event, String kind) {
    return event.subjects().stream().filter(one -> one.kind().equals(kind)).findFirst();
  }

  private static Optional<Part> value(String text) {
    return Optional.of(Part.plain(shown(text.replace('_', ' '))));
  }

  private Optional<Part> metadata(StoredEvent event, String word) {
    return switch (event.metadata().get(word).orElse(NOTHING)) {
      case JsonString(String text) when text.isEmpty() -> Optional.empty();
      case JsonString(String text) when isPrincipal(text) -> Optional.of(principal(text));
      case JsonString(String text) when AGENT.matcher(text).matches() ->
          Optional.of(principal(Principal.agent(text).text()));
      case JsonString(String text) -> value(text);
      case JsonInteger(long number) -> value(Long.toString(number));
      default -> Optional.empty();
    };
  }

  private static boolean isPrincipal(String text) {
    return text.equals("owner") || text.startsWith("agent:") || text.startsWith("peer:");
  }

  /** Returns what a table says of the task or mail of the event. */
  private Optional<Part> derived(StoredEvent event, String word) {
    return switch (word) {
      case "worker" -> worker(event).map(this::principal);
      case "reviewer" ->
          judge(event)
              .filter(it -> !worker(event).equals(Optional.of(it)) && worker(event).isPresent())
              .map(this::principal);
      case "judge" -> judge(event).map(this::principal);
      case "sender", "recipient" ->
          first(event, "mail").flatMap(mail -> names.of(word, mail.id())).map(this::correspondent);
      default -> Optional.empty();
    };
  }

  /** Returns the owner, an agent of this node, or somebody in another node. */
  private Part correspondent(String address) {
    if (address.equals("owner") || AGENT.matcher(address).matches()) {
      return principal(address.equals("owner") ? address : Principal.agent(address).text());
    }
    int at = address.lastIndexOf('@');
    return new Part(
        shown(addresses.apply(address)),
        Optional.of("peer"),
        Optional.of(address.substring(at + 1)).filter(_ -> at >= 0));
  }

  /** Returns who judged a result; in a run the node counts scores of others, and is none itself. */
  private static Optional<String> judge(StoredEvent event) {
    return Optional.of(event.principal().text()).filter(it -> !it.equals("system"));
  }

  private Optional<String> worker(StoredEvent event) {
    return first(event, "task").flatMap(task -> names.of("worker", task.id()));
  }

  private Part subject(Subject about, Optional<String> label) {
    String name =
        label
            .or(() -> names.of(about.kind(), about.id()))
            .or(() -> Optional.of(about.id()).filter(_ -> NAMED.contains(about.kind())))
            .orElseGet(() -> described(about));
    return new Part(shown(name), Optional.of(about.kind()), Optional.of(about.id()));
  }

  private String described(Subject about) {
    return switch (about.kind()) {
      case "peer" -> addresses.apply("peer:" + about.id()).replaceFirst("^peer:", "");
      case "session" -> "the conversation " + about.id().replaceFirst("^agent:main:", "");
      case "memory" -> "an item";
      default ->
          about.kind().replace('_', ' ')
              + " "
              + about.id().substring(0, Math.min(ID_CHARACTERS, about.id().length()));
    };
  }

  private Part principal(String text) {
    int colon = text.indexOf(':');
    String kind = colon < 0 ? text : text.substring(0, colon);
    String id = text.substring(colon + 1);
    return switch (kind) {
      case "owner" -> new Part("you", Optional.of(kind), Optional.empty());
      case "system" -> Part.plain("the node");
      case "agent" -> subject(Subject.agent(id), Optional.empty());
      case "peer" -> subject(new Subject("peer", id), Optional.empty());
      case "person" -> subject(new Subject("entity", id), Optional.empty());
      case "webhook" -> Part.plain("the webhook " + shown(id));
      default -> Part.plain("somebody unknown");
    };
  }

  private static String shown(String text) {
    return Cut.within(PeerText.plain(text), NAME_CHARACTERS);
  }

  /** Begins with a capital letter, unless a name is first. */
  private static List<Part> capital(List<Part> parts) {
    Part first = parts.getFirst();
    if (first.kind().filter(kind -> !kind.equals("owner") && !kind.equals("session")).isPresent()) {
      return parts;
    }
    List<Part> all = new ArrayList<>(parts);
    String text = first.text().substring(0, 1).toUpperCase(Locale.ROOT) + first.text().substring(1);
    all.set(0, new Part(text, first.kind(), first.id()));
    return all;
  }
}
