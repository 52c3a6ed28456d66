import pickle

pickle.dump([1], open("x", "wb"))
answer = pickle.load(open("x", "rb")) == [1]
