import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.society.recall.Indexed;
import org.sovereignbook.sbp.society.recall.RecallIndex;

/**
 * An index that grows by items of random words, as common as a language's: 1,000 items in the scope
 * that is asked, all others in scopes of 1,000. The same words are in all scopes.
 */
final class IndexGrowth {
  static final String ASKED = "scope-0";

  private static final int ITEMS_OF_A_SCOPE = 1_000;
  private static final int PASSAGES = 4;
  private static final int WORDS_OF_A_PASSAGE = 15;
  private static final int VOCABULARY = 20_000;
  private static final int BATCH = 5_000;
  private static final int QUESTIONS = 200;

  private final Random random = new Random(30);
  private int items;

  /** Adds items until the index has so many rows of passages, headings among them. */
  void to(Ledger ledger, int rows) {
    while (items * (PASSAGES + 1) < rows) {
      int most = Math.min(BATCH, rows / (PASSAGES + 1) - items);
      List<Indexed> batch = IntStream.range(0, most).mapToObj(_ -> item()).toList();
      ledger.write(tx -> put(tx, batch));
    }
  }

  private static boolean put(Transaction tx, List<Indexed> batch) {
    batch.forEach(item -> RecallIndex.put(tx, item));
    return true;
  }

  private Indexed item() {
    List<String> passages = new ArrayList<>();
    for (int i = 0; i < PASSAGES; i++) {
      passages.add(words(WORDS_OF_A_PASSAGE));
    }
    int number = items++;
    return new Indexed(
        "item-" + number,
        "scope-" + number / ITEMS_OF_A_SCOPE,
        word(),
        words(3),
        "",
        1_700_000_000_000L + number * 1_000L,
        passages);
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
    return IntStream.range(0, count).mapToObj(_ -> word()).collect(Collectors.joining(" "));
  }

  private String word() {
    return word(random);
  }

  /** Returns a word; the word of rank n is n times rarer than the commonest, as Zipf found. */
  private static String word(Random random) {
    return "word" + (int) Math.exp(random.nextDouble() * Math.log(VOCABULARY));
  }
}
