import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Registration;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.society.memory.ItemFilter;
import org.sovereignbook.sbp.society.memory.ItemWriter;
import org.sovereignbook.sbp.society.memory.MemorySearch;

/**
 * Memory that grows by items of random words, as common as a language's: 1,000 items of the agent
 * that asks, all others of agents with 1,000 each. All have the same words.
 */
final class IndexGrowth {
  private static final int ITEMS_OF_AN_AGENT = 1_000;
  private static final int PASSAGES = 4;
  private static final int WORDS_OF_A_PASSAGE = 15;
  private static final int VOCABULARY = 20_000;
  private static final int QUESTIONS = 200;

  private final Random random = new Random(30);
  private int items;

  /** Adds items until the index has so many rows of passages, headings among them. */
  void to(Ledger ledger, int rows) {
    while (items * (PASSAGES + 1) < rows) {
      String agent = "agent-" + items / ITEMS_OF_AN_AGENT;
      int most = Math.min(ITEMS_OF_AN_AGENT, rows / (PASSAGES + 1) - items);
      ledger.run(tx -> write(tx, agent, most));
    }
  }

  private void write(Transaction tx, String agent, int count) {
    var _ = Registration.usual(agent, AgentType.CUSTOM).register(tx, Caller.owner("command"));
    Caller caller = caller(tx, agent);
    for (int i = 0; i < count; i++) {
      List<String> passages = new ArrayList<>();
      for (int passage = 0; passage < PASSAGES; passage++) {
        passages.add(words(WORDS_OF_A_PASSAGE));
      }
      int number = items++;
      var _ =
          new ItemWriter(tx)
              .write(
                  caller,
                  MemoryBench.note(
                      "item-" + number,
                      words(3),
                      String.join("\n", passages),
                      1_700_000_000_000L + number * 1_000L));
    }
  }

  private static Caller caller(Transaction tx, String agent) {
    return Agents.caller(tx, Optional.of(agent), Optional.empty());
  }

  /** Asks as the first agent. */
  List<MemorySearch.Result> ask(Transaction tx, String question, int most) {
    return new MemorySearch(tx).search(caller(tx, "agent-0"), question, ItemFilter.ALL, most);
  }

  List<String> questions() {
    Random asked = new Random(5);
    return IntStream.range(0, QUESTIONS)
        .mapToObj(
            _ ->
                IntStream.range(0, 7)
                    .mapToObj(_ -> word(asked))
                    .collect(Collectors.joining(" ", "what is ", "?")))
        .toList();
  }

  private String words(int count) {
    return IntStream.range(0, count).mapToObj(_ -> word(random)).collect(Collectors.joining(" "));
  }

  /** Returns a word; the word of rank n is n times rarer than the commonest, as Zipf found. */
  private static String word(Random random) {
    return "word" + (int) Math.exp(random.nextDouble() * Math.log(VOCABULARY));
  }
}
