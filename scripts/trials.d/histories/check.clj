;; Checks histories of the trial `network` with Jepsen's checkers: leases with knossos, mail with elle.
;; Arguments: the files leases-SEED.edn and mail-SEED.edn. docs/simulation.md says what has to be on the class path.
(require '[clojure.edn :as edn]
         '[clojure.string :as str])

(defn history [file] (edn/read-string (slurp file)))

(defn leases
  "A lease is a mutex with fences: each claim has a larger one, and only a result by the newest is taken, once."
  [file]
  (require 'knossos.model 'knossos.wgl 'knossos.history)
  (let [check   (resolve 'knossos.wgl/analysis)
        lease   (eval
                  '(do (defrecord Lease [fence taken]
                         knossos.model.Model
                         (step [lease op]
                           (let [fence' (:value op)]
                             (case (:f op)
                               :claim  (if (< fence fence')
                                         (Lease. fence' false)
                                         (knossos.model/inconsistent (str "claim " fence' " after " fence)))
                               :submit (if (and (= fence fence') (not taken))
                                         (Lease. fence true)
                                         (knossos.model/inconsistent (str "result by " fence' " at " fence)))))))
                       (->Lease 0 false)))
        done    (filter #(and (= :ok (:type %)) (:value %)) (history file))
        tasks   (distinct (map (comp first :value) done))
        all     (history file)
        ;; What a call asks for is known from its answer.
        paired  (loop [open {} left all out []]
                  (if-let [op (first left)]
                    (if (= :invoke (:type op))
                      (recur (assoc open (:process op) op) (rest left) out)
                      (let [call (open (:process op))
                            value (or (:value op) (:value call))]
                        (recur (dissoc open (:process op)) (rest left)
                               (if (and value (not= :fail (:type op)))
                                 (conj out (assoc call :value value) (assoc op :value value))
                                 out))))
                    (sort-by :index out)))
        results (for [task tasks]
                  (let [ops (->> paired
                                 (filter #(= task (first (:value %))))
                                 (map #(update % :value second))
                                 (map-indexed (fn [i op] (assoc op :index i))))]
                    [task (count ops) (:valid? (check lease (vec ops)))]))]
    (doseq [[task ops valid] results :when (not= true valid)]
      (println "  task" task "of" ops "operations:" valid))
    (println file (count tasks) "tasks" (reduce + (map second results)) "operations"
             (if (every? #(= true (nth % 2)) results) "valid" "NOT VALID"))))

(defn mail
  "A mailbox is a list to which mail is appended; each look reads all of it."
  [file]
  (require 'elle.list-append 'jepsen.history)
  (let [check   (resolve 'elle.list-append/check)
        history ((resolve 'jepsen.history/history) (history file) {:dense-indices? true})
        result  (check {:consistency-models [:serializable]} history)]
    (println file (count history) "operations" (if (= true (:valid? result)) "valid" "NOT VALID")
             (or (:anomaly-types result) ""))))

(doseq [file *command-line-args*]
  (if (str/includes? file "leases") (leases file) (mail file)))
(shutdown-agents)
